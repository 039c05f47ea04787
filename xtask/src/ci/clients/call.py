"""One call with the client that openapi-python-client generates."""

import sys

from rootstock_client import Client
from rootstock_client.api.questions import images

answer = images.sync(client=Client(base_url=sys.argv[1]), profile="workshop", machine_type="lathe")
if answer is None or type(answer).__name__ != "ImagesAnswer":
    sys.exit(f"no answer: {answer!r}")
print(f"Python: {type(answer).__name__} with {len(answer.to_dict())} fields")
