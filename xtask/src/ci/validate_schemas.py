"""Compares schemas with the decoder: each line of standard input is a document, its schema, and whether the decoder reads it."""
import json
import pathlib
import sys

import jsonschema

validators = {}
for path in pathlib.Path(sys.argv[1]).rglob("*.json"):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validators[schema["title"]] = jsonschema.Draft202012Validator(schema)

count = refused = 0
wrong = []
for line in sys.stdin:
    case = json.loads(line)
    is_valid = validators[case["schema"]].is_valid(case["document"])
    count += 1
    refused += not is_valid
    if is_valid != case["valid"]:
        wrong.append(f"{case['name']}: valid is {is_valid}, and the decoder says {case['valid']}")
print(f"{count} documents, {refused} of them not valid, {len(wrong)} where schema and decoder differ")
print("\n".join(wrong[:50]))
sys.exit(1 if wrong or count < 5000 or refused < 2000 else 0)
