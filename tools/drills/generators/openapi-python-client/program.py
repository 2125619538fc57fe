import os

from client import AuthenticatedClient
from client.api.agents import create_agent, get_agent
from client.api.beliefs import create_belief, list_beliefs
from client.models import BeliefCategory, BeliefList, CreatedAgent, Error, NewAgent, NewBelief

client = AuthenticatedClient(base_url=os.environ["SERVICE_URL"] + "/api/v1", token=os.environ["API_KEY"])
statement = "Tests come first"
agent = create_agent.sync(client=client, body=NewAgent(name="Ada"))
assert isinstance(agent, CreatedAgent)
belief = NewBelief(agent_id=str(agent.id), category=BeliefCategory.PRINCIPLE, statement=statement)
create_belief.sync(client=client, body=belief)
beliefs = list_beliefs.sync(client=client, agent_id=str(agent.id))
assert isinstance(beliefs, BeliefList)
assert beliefs.data[0].statement == statement

missing = get_agent.sync("nobody", client=client)
assert isinstance(missing, Error)
print(missing.error)
