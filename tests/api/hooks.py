"""What schemathesis must know besides: a file of lines of JSON is sent as the text that it is."""

import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")


@schemathesis.hook
def before_call(context, case, kwargs):
    """A link that it infers may put a whole answer into a path, unquoted: its number is meant."""
    for name, value in list((case.path_parameters or {}).items()):
        if isinstance(value, dict):
            case.path_parameters[name] = value.get("id", 0)
        elif isinstance(value, str) and value.startswith("{"):
            case.path_parameters[name] = 0
