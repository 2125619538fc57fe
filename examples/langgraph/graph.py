"""A LangGraph agent that works by its identity, reports what it notices about itself, and changes when a person approves."""

import os
import time

from agent_identity_client import AgentIdentity
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph

TASKS = ["Fix the rounding of invoices.", "Fix the time zone of reminders.", "Fix the order of search results."]
AGENT = os.environ.get("AGENT", "ada")
identity = AgentIdentity()
model = ChatOpenAI(model=os.environ.get("MODEL", "gpt-5-mini"))


def work(state: MessagesState) -> dict:
    prompt = SystemMessage(identity.agent(AGENT).prompt().text)
    return {"messages": model.invoke([prompt, *state["messages"]])}


def report(state: MessagesState) -> dict:
    question = HumanMessage("Which rule did you follow? Answer with the rule alone.")
    rule = model.invoke([*state["messages"], question])
    identity.create_observation(agent_id=AGENT, content=rule.text, kind="belief", category="principle")
    return {"messages": [question, rule]}


steps = StateGraph(MessagesState).add_sequence([work, report]).add_edge(START, "work").add_edge("report", END).compile()
for task in TASKS:
    steps.invoke({"messages": [HumanMessage(task)]})

job = identity.process_pbd(agent_id=AGENT)["jobId"]
while not identity.get_job(job_id=job)["finished_at"]:
    time.sleep(0.5)
for belief in identity.list_beliefs(agent_id=AGENT, status="pending")["data"]:
    answer = input(f'"{belief["statement"]}", seen {belief["n_count"]} times. Approve? (y/n) ')
    identity.update_belief(belief_id=belief["id"], status="approved" if answer == "y" else "rejected")
print(AgentIdentity().agent(AGENT).prompt().text)
