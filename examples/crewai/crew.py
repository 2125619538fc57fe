"""A CrewAI crew that works by its identity, reports what it notices about itself, and changes when a person approves."""

import os
import time

from agent_identity_client import AgentIdentity
from crewai import LLM, Agent, Crew, Task

TASKS = ["Fix the rounding of invoices.", "Fix the time zone of reminders.", "Fix the order of search results."]
AGENT = os.environ.get("AGENT", "ada")
identity = AgentIdentity()
llm = LLM(model=f"openai/{os.environ.get('MODEL', 'gpt-5-mini')}", base_url=os.environ.get("OPENAI_BASE_URL"))

for description in TASKS:
    prompt = identity.agent(AGENT).prompt().text
    engineer = Agent(role=AGENT, goal="Do what you are asked to", backstory=prompt, llm=llm)
    work = Task(description=description, expected_output="What you changed", agent=engineer)
    question = "Which rule did you follow? Answer with the rule alone."
    reflect = Task(description=question, expected_output="One rule", agent=engineer, context=[work])
    rule = Crew(agents=[engineer], tasks=[work, reflect]).kickoff().raw
    identity.create_observation(agent_id=AGENT, content=rule, kind="belief", category="principle")

job = identity.process_pbd(agent_id=AGENT)["jobId"]
while not identity.get_job(job_id=job)["finished_at"]:
    time.sleep(0.5)
for belief in identity.list_beliefs(agent_id=AGENT, status="pending")["data"]:
    answer = input(f'"{belief["statement"]}", seen {belief["n_count"]} times. Approve? (y/n) ')
    identity.update_belief(belief_id=belief["id"], status="approved" if answer == "y" else "rejected")
print(AgentIdentity().agent(AGENT).prompt().text)
