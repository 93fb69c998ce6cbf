//! The assignment problem: a column for each row at the least total cost.

/// The column of each row. There must be at least as many columns as rows, and rows of equal length.
///
/// Rows are added one by one; each finds the cheapest augmenting path to a free column by the prices of rows and
/// columns (the Hungarian method).
pub fn cheapest(costs: &[Vec<i64>]) -> Vec<usize> {
    let columns = costs.first().map_or(0, Vec::len);
    let mut market = Market {
        costs,
        row_price: vec![0; costs.len()],
        column_price: vec![0; columns],
        holder: vec![None; columns],
    };
    for row in 0..costs.len() {
        market.enter(row);
    }
    let mut chosen = vec![0; costs.len()];
    for (column, holder) in market.holder.iter().enumerate() {
        if let Some(row) = holder {
            chosen[*row] = column;
        }
    }
    chosen
}

struct Market<'a> {
    costs: &'a [Vec<i64>],
    row_price: Vec<i64>,
    column_price: Vec<i64>,
    /// The row that has the column.
    holder: Vec<Option<usize>>,
}

impl Market<'_> {
    fn enter(&mut self, entering: usize) {
        let columns = self.column_price.len();
        // For each column, the reduced cost of reaching it, and the column before it.
        let mut beyond = vec![i64::MAX; columns];
        let mut from: Vec<Option<usize>> = vec![None; columns];
        let mut settled: Vec<usize> = Vec::new();
        let (mut row, mut last) = (entering, None);
        let free = loop {
            for column in (0..columns).filter(|column| !settled.contains(column)) {
                let cost =
                    self.costs[row][column] - self.row_price[row] - self.column_price[column];
                if cost < beyond[column] {
                    (beyond[column], from[column]) = (cost, last);
                }
            }
            let open = (0..columns).filter(|column| !settled.contains(column));
            let next = open.min_by_key(|column| beyond[*column]);
            let next = next.expect("there are no fewer columns than rows");
            let step = beyond[next];
            self.row_price[entering] += step;
            for column in &settled {
                let holder = self.holder[*column].expect("only a column that is held is passed");
                self.row_price[holder] += step;
                self.column_price[*column] -= step;
            }
            for column in (0..columns).filter(|column| !settled.contains(column)) {
                beyond[column] -= step;
            }
            settled.push(next);
            match self.holder[next] {
                None => break next,
                Some(holder) => (row, last) = (holder, Some(next)),
            }
        };
        self.move_on(entering, free, &from);
    }

    /// Reassigns the columns along the path to the free one.
    fn move_on(&mut self, entering: usize, free: usize, from: &[Option<usize>]) {
        let mut column = free;
        while let Some(before) = from[column] {
            self.holder[column] = self.holder[before];
            column = before;
        }
        self.holder[column] = Some(entering);
    }
}
