save = Save
form-faults = Something is not right yet
form-fault = Fault:
form-optional = (optional)
