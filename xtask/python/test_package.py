"""Tests of the installed wheel: the functions against the command, types, errors."""

import json
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
import rootstock

AT = datetime(2026, 6, 1, tzinfo=UTC)
FOLDER = Path(__file__).parent
PROFILE = FOLDER / "profile.yaml"
COMMAND = Path(sysconfig.get_path("scripts"), "rootstock")


def printed(*arguments: str) -> dict:
    command = [COMMAND, *arguments, "--format", "json", "--at", "2026-06-01T00:00:00Z"]
    done = subprocess.run(command, capture_output=True, cwd=FOLDER, check=False)
    assert done.stderr == b"", done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("function", "question", "arguments"),
    [
        ("matrix", {"why": True}, ["matrix", "profile.yaml", "--why"]),
        ("select", {"machineType": "anvil", "image": "bench"}, ["select", "profile.yaml", "--machine-type=anvil", "--image=bench"]),
        ("versions", {}, ["versions", "profile.yaml"]),
    ],
)
def test_answers_are_those_of_the_command(monkeypatch, function, question, arguments):
    monkeypatch.chdir(FOLDER)
    answer = getattr(rootstock, function)(Path("profile.yaml"), question, at=AT)
    assert answer == printed(*arguments)


def test_check_reports_findings_with_their_places():
    text = PROFILE.read_text().replace("cpu: ", "cpu: x", 1)
    findings = rootstock.check(rootstock.Document("broken.yaml", text), at=AT)["findings"]
    assert [finding["rule"] for finding in findings] == ["invalid-quantity"]
    assert findings[0]["location"]["file"] == "broken.yaml"


def test_every_question_of_the_examples_is_answered():
    lines = (FOLDER / "examples.jsonl").read_text().splitlines()
    assert len(lines) > 20
    for line in lines:
        case = json.loads(line)
        request = json.loads(case["request"])
        assert hasattr(rootstock, request["function"].replace("-", "_")), request["function"]
        documents = [
            rootstock.Document(one["name"], one["text"] if "text" in one else one["object"], one.get("role", "checked"))
            for one in request.get("documents", [])
        ]
        settings = {"at": request["at"]}
        if "profile" in request:
            settings["profile"] = request["profile"]
        if "configuration" in request:
            settings["configuration"] = FOLDER / "rootstock.toml"
            settings["configuration"].write_text(request["configuration"]["text"])
        answer = rootstock.ask(request["function"], documents, request.get("question"), **settings)
        expected = json.loads(case["answer"])
        assert answer.keys() == expected.keys(), request["function"]
        assert answer["schema"] == expected["schema"]


def test_error_says_what_is_wrong():
    with pytest.raises(rootstock.RootstockError, match="did you mean `anvil`") as raised:
        rootstock.images(PROFILE, {"machineType": "anvl"}, at=AT)
    assert raised.value.kind == "question"
    with pytest.raises(rootstock.RootstockError, match="the question `images` must have the field `machineType`"):
        rootstock.images(PROFILE, {})
    with pytest.raises(rootstock.RootstockError, match="time zone"):
        rootstock.check(PROFILE, at=datetime(2026, 6, 1))
    with pytest.raises(TypeError, match="a document is a Path"):
        rootstock.check("profile.yaml")


def test_threads_share_the_module():
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: rootstock.versions(PROFILE, at=AT), range(8)))
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("command", [[COMMAND], [f"{COMMAND.parent}/gardener-rootstock"], [sys.executable, "-m", "rootstock"]])
def test_the_command_runs_under_each_name(command):
    done = subprocess.run([*command, "check", PROFILE, "--at", "2026-06-01"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "1 CloudProfile checked, clean" in done.stdout
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith(f"rootstock {rootstock.__version__}")
