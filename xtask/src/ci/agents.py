"""Uses `rootstock mcp` with the client library of the Model Context Protocol, in each of its eras: agents.py PROGRAM FIXTURES."""

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from mcp import Client, StdioServerParameters

PROGRAM, FIXTURES = sys.argv[1], Path(sys.argv[2])
TOOLS = ["check", "diff", "explain", "fix", "images", "matrix", "plan", "select", "upgrade_check", "upkeep_propose"]
NOT_REPAIRABLE = "not-repairable.yaml"
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


def connect(root, era, *arguments):
    arguments = ["mcp", "--root", str(root), "--at", "2026-06-01", *arguments]
    return Client(StdioServerParameters(command=PROGRAM, args=arguments), mode=era, read_timeout_seconds=60)


async def repair(profile, era):
    """Repairs a copy of a profile in three calls."""
    with tempfile.TemporaryDirectory() as root:
        shutil.copy(profile, root)
        documents = [{"path": profile.name}]
        async with connect(root, era, "--allow-write") as client:
            found = await client.call_tool("check", {"documents": documents})
            await client.call_tool("fix", {"documents": documents, "unsafeFixes": True, "write": True})
            left = await client.call_tool("check", {"documents": documents})
        found, left = (answer.structured_content["answer"]["summary"]["errors"] for answer in (found, left))
        assert found > 0, profile
        assert (left > 0) == (profile.name == NOT_REPAIRABLE), (profile, left)
        is_same = (Path(root) / profile.name).read_bytes() == profile.read_bytes()
        assert is_same == (profile.name == NOT_REPAIRABLE), profile


async def refuse(era):
    """Checks that nothing is written without permission, and nothing is read outside the root."""
    with tempfile.TemporaryDirectory() as root:
        profile = next(FIXTURES.glob("unquoted-*.yaml"))
        shutil.copy(profile, root)
        async with connect(root, era) as client:
            assert client.protocol_version == ERAS[era], client.protocol_version
            tools = await client.list_tools()
            assert sorted(tool.name for tool in tools.tools) == TOOLS, tools
            documents = [{"path": profile.name}]
            written = await client.call_tool("fix", {"documents": documents, "write": True})
            assert written.is_error and "--allow-write" in written.content[0].text, written
            assert (Path(root) / profile.name).read_bytes() == profile.read_bytes()
            outside = await client.call_tool("check", {"documents": [{"path": str(profile)}]})
            assert outside.is_error and "--root" in outside.content[0].text, outside
            page = await client.call_tool("explain", {"rule": "unquoted-string"})
            assert not page.is_error and "page" in page.structured_content["answer"], page


async def main():
    profiles = sorted(FIXTURES.glob("*.yaml"))
    assert len(profiles) > 3, FIXTURES
    for era in ERAS:
        await refuse(era)
        for profile in profiles:
            await repair(profile, era)
        print(f"{ERAS[era]}: {len(profiles)} profiles, three calls each")


asyncio.run(main())
