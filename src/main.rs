//! The `adjutant` command.

fn main() -> std::process::ExitCode {
    adjutant::cli::run()
}
