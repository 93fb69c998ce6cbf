save = I-save
form-faults = May dapat pang ayusin
form-fault = Mali:
form-optional = (hindi kailangan)
