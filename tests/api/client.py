"""A program on the generated Python client: every module is imported, and some calls are made.

client.py ADDRESS TOKEN
"""
import importlib
import pkgutil
import sys

import generated
from generated import AuthenticatedClient, Client
from generated.api.games import export_games, get_game, list_games
from generated.api.me import get_me
from generated.models import GamePage, RecordSchema, ThreeGeneralsRecordSchema

address, token = sys.argv[1:]
modules = [one.name for one in pkgutil.walk_packages(generated.__path__, "generated.")]
for name in modules:
    importlib.import_module(name)

client = Client(base_url=address)
page = list_games.sync(client=client, limit=100)
assert isinstance(page, GamePage) and len(page.games) == 100, page
for rules, schema in [("standard", RecordSchema), ("three-generals", ThreeGeneralsRecordSchema)]:
    game = next(game for game in page.games if str(game.ruleset) == rules)
    record = get_game.sync(game.id, client=client)
    assert isinstance(record, schema) and record.result == game.result, record
# The generator reads what is not JSON as bytes.
lines = export_games.sync_detailed(client=client, limit=3)
assert lines.status_code == 200 and len(lines.content.splitlines()) == 3, lines.status_code
problem = get_game.sync("0123456789abcdef", client=client)
assert problem.status == 404, problem
with AuthenticatedClient(base_url=address, token=token) as operator:
    assert get_me.sync(client=operator).site_role == "operator"
print(f"{len(modules)} modules of the Python client are imported")
