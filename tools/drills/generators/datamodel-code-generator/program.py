"""The generator makes models alone: this parses answers of the service by them, those of every readable list too."""

import json
import os

import httpx
from client import models
from pydantic import TypeAdapter

http = httpx.Client(
    base_url=os.environ["SERVICE_URL"] + "/api/v1",
    headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
)
with open("openapi.json") as file:
    paths = json.load(file)["paths"]
known = {}


def model_of(schema):
    if "items" in schema:
        return list[model_of(schema["items"])]
    return getattr(models, schema["$ref"].rpartition("/")[2])


def call(method, path, body=None):
    """Calls a documented operation, with the ids that are known, and parses its answer by its model."""
    operation = paths[path][method]
    query = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
    params = {name: known[name] for name in query if name in known}
    answer = http.request(method, path.format(**known), params=params, json=body)
    response = operation["responses"][str(answer.status_code)]
    if "$ref" in response:
        return models.Error.model_validate(answer.json())
    content = response["content"].get("application/json")
    return content and TypeAdapter(model_of(content["schema"])).validate_python(answer.json())


def create(path, body):
    created = call("post", path, body)
    assert not isinstance(created, models.Error), (path, created)
    return created


statement = "Tests come first"
agent = create("/agents", {"name": "Ada"})
known = {"agentId": str(agent.id), "orgId": str(agent.org_id)}
owned = {"agentId": known["agentId"], "statement": statement}
belief = create("/beliefs", {**owned, "category": "principle"})
responsibility = create("/responsibilities", {**owned, "category": "ownership"})
group = create("/groups", {"name": "Platform"})
change = {"op": "edit", "kind": "belief", "id": str(belief.id), "statement": "Tests come last"}
request = create("/change-requests", {"title": "Order", "changes": [change]})
talker = {"participantType": "agent", "agentId": known["agentId"], "displayName": "Ada"}
known |= {
    "beliefId": str(belief.id),
    "responsibilityId": str(responsibility.id),
    "groupId": str(group.id),
    "changeRequestId": str(request.id),
    "sessionId": str(create("/conversations", {"participants": [talker]}).id),
    "environmentId": str(create("/environments", {"name": "Production", "slug": "production"}).id),
    "modelId": str(create("/models", {"provider": "anthropic", "modelId": "claude", "name": "Claude"}).id),
}
known["snapshotId"] = str(create("/agents/{agentId}/snapshots", {"label": "before"}).snapshot.id)
create("/change-requests/{changeRequestId}/comments", {"text": "Why?"})
create("/agents/{agentId}/models", {"environmentId": known["environmentId"], "modelId": known["modelId"]})
create("/observations", {"agentId": known["agentId"], "content": "Runs the tests before each push"})
assert call("get", "/beliefs").data[0].statement == statement

known |= {"q": "tests", "since": "2026-01-01T00:00:00Z", "a": known["snapshotId"], "b": known["snapshotId"]}
answers = []
for path, operations in paths.items():
    names = {name.split("}")[0] for name in path.split("{")[1:]}
    if "get" in operations and "servers" not in operations and names <= known.keys():
        answers.append(call("get", path))
assert sum(not isinstance(answer, models.Error) for answer in answers) > 45

known["agentId"] = "nobody"
print(call("get", "/agents/{agentId}").error)
