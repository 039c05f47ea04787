"""Calls that type checkers accept, and, with `# type: ignore`, some that they must refuse."""

from pathlib import Path

import rootstock
from rootstock.answers import MatrixQuestion

for finding in rootstock.check(Path("a.yaml"), semantics="gardener")["findings"]:
    message: str = finding["message"]
question: MatrixQuestion = {"why": True}
rows = rootstock.matrix(Path("a.yaml"), question)["rows"]
rootstock.select([Path("a.yaml")], {"machineType": "a", "image": "b"}, feature_gates={"WorkerCapabilities": True})
rootstock.rules()
rootstock.images(Path("a.yaml"), {"machinType": "a"})  # type: ignore[typeddict-item]
rootstock.check("a.yaml")  # type: ignore[arg-type]
rootstock.check(Path("a.yaml"), semantics="gardner")  # type: ignore[arg-type]
