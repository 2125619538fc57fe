#!/usr/bin/env bash
# Compares the files of a checkout with the service: the last step of action.yml, which sets the variables.
set -euo pipefail

agent_identity() { node "$GITHUB_ACTION_PATH/cli/main.ts" "$@"; }
note() { echo "changed=$1" >>"$GITHUB_OUTPUT"; }

case $MODE in
check)
  status=0
  agent_identity pull --check || status=$?
  if [[ $status == 2 ]]; then note true; elif [[ $status == 0 ]]; then note false; fi
  exit "$status"
  ;;
pull) ;;
*)
  echo "::error::mode must be pull or check, not $MODE" >&2
  exit 1
  ;;
esac

if [[ -n $(git status --porcelain) ]]; then
  echo "::error::The checkout has other changes; run this action before the steps that make them." >&2
  exit 1
fi
base=$(git rev-parse --abbrev-ref HEAD)
agent_identity pull
if [[ -z $(git status --porcelain) ]]; then
  note false
  exit 0
fi
note true
git switch --quiet --force-create "$BRANCH"
git add --all
git -c user.name='Agent Identity' -c user.email='agent-identity@users.noreply.github.com' \
  commit --quiet --message "$TITLE"
git push --quiet --force origin "HEAD:refs/heads/$BRANCH"
if [[ $(gh pr list --head "$BRANCH" --state open --json number --jq length) == 0 ]]; then
  gh pr create --head "$BRANCH" --base "${GITHUB_HEAD_REF:-$base}" --title "$TITLE" \
    --body 'The identity of an agent changed in the Agent Identity Service.'
fi
