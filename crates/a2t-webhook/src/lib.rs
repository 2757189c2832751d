#![doc = include_str!("../README.md")]

pub mod egress;
pub mod signature;
