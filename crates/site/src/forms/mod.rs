//! Forms that change something: what was sent, the use case that it is for, and why it is refused.

mod attempt;
mod faults;
mod submitted;
mod values;

pub use attempt::{
    FormRefusal, RequestOrigin, redirect_to_password_prompt, run_attempt, run_import_attempt,
};
pub use faults::{
    FaultCollector, FieldFault, ReasonForm, fault_at_line, reason_field_fault, required_reason,
};
pub use submitted::{
    FileLimits, FormSchema, Post, Sent, SubmittedForm, is_same_origin, read_plain_form,
};
pub use values::{Entry, Verbatim, values_digest};
