"""Compares schemas with the decoder. Each line of standard input has a document, its schema, and whether the decoder accepts it."""
import json
import multiprocessing
import pathlib
import sys

import jsonschema

validators = {}
for path in pathlib.Path(sys.argv[1]).rglob("*.json"):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validators[schema["title"]] = jsonschema.Draft202012Validator(schema)


def compare(line):
    """Returns whether the document is valid, and a message if the decoder disagrees."""
    case = json.loads(line)
    is_valid = validators[case["schema"]].is_valid(case["document"])
    if is_valid == case["valid"]:
        return is_valid, None
    return is_valid, f"{case['name']}: valid is {is_valid}, and the decoder says {case['valid']}"


# Forked processes inherit the validators.
with multiprocessing.get_context("fork").Pool() as pool:
    compared = pool.map(compare, sys.stdin, chunksize=50)
count = len(compared)
refused = sum(not is_valid for is_valid, _ in compared)
wrong = [what for _, what in compared if what]
print(f"{count} documents, {refused} of them not valid, {len(wrong)} where schema and decoder differ")
print("\n".join(wrong[:50]))
sys.exit(1 if wrong or count < 5000 or refused < 2000 else 0)
