"""What schemathesis must know besides: a file of lines of JSON is sent as the text that it is."""

import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
