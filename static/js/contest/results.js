// Results by keyboard: in the row with the focus 1 to 6 and 0 choose as their words say, = is a draw;
// Enter and the arrows go to the next row and back, T to the field that goes to a table. Without this module the rows
// are plain lists of choices.

const form = document.getElementById("results");
const rows = [...form.querySelectorAll("select[name=result]")];
const table = document.getElementById("to-table");
const send = /** @type {HTMLElement} */ (form.querySelector("button.primary"));
/** @type {Record<string, string>} */
const KEYS = { "=": "3" };

const isOpen = (/** @type {HTMLElement} */ row) => "open" in row.dataset;

/** @param {HTMLSelectElement} from @param {number} step */
function go(from, step) {
  const next = rows[rows.indexOf(from) + step];
  (next ?? (step > 0 ? send : from)).focus();
}

/** @param {HTMLSelectElement} row @param {string} key */
function choose(row, key) {
  const chosen = [...row.options].find((one) => one.dataset.key === key);
  if (chosen) row.value = chosen.value;
  return Boolean(chosen);
}

form.addEventListener("keydown", (event) => {
  const row = rows.find((one) => one === event.target);
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = event.key === "ArrowUp" ? -1 : ["Enter", "ArrowDown"].includes(event.key) ? 1 : 0;
  if (step) go(row, step);
  else if (event.key.toLowerCase() === "t") table.focus();
  else if (["Backspace", "Delete"].includes(event.key)) row.value = "";
  else if (!choose(row, KEYS[event.key] ?? event.key)) return;
  event.preventDefault();
});

// Slips come in no order: a number and Enter go to a table, to its open game where it has several.
table.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const own = rows.filter((row) => row.dataset.table === table.value.trim());
  const row = own.find(isOpen) ?? own[0];
  if (row) table.value = "";
  else table.select();
  row?.focus();
});

// The first open row has the focus, also after something was saved, which it says then. Words about what is wrong keep it.
const first = rows.find(isOpen);
const said = document.querySelector(".done");
if (first && said) {
  said.id = "said";
  first.setAttribute("aria-describedby", said.id);
}
if (first ? !document.querySelector(".faults") : !document.querySelector("[autofocus]")) (first ?? rows[0])?.focus();

// Who leaves with results that are not saved is asked first. What a row says that nobody has touched is nothing; on a page
// that was refused, what is chosen was sent and is not saved either.
const why = form.querySelector("input[name=why]");
const isUnsaved = () => rows.some((row) => row.value !== "") || Boolean(why?.value);
let sends = false;
form.addEventListener("submit", () => (sends = true));
addEventListener("beforeunload", (event) => {
  if (!sends && isUnsaved()) event.preventDefault();
});
