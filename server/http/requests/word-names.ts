import { formatNames } from '#core/domain/formats/format.ts'
import {
  changeConflicts,
  changeOps,
  changeRequestStatuses,
  changeSources,
} from '#core/domain/identity/change-requests.ts'
import { creationWays, evidenceDecisions } from '#core/domain/identity/item-lifecycle.ts'
import {
  categories,
  contentStatuses,
  conversationStatuses,
  itemStatuses,
  kindNames,
  kinds,
  memberRoles,
  overrideSourceNames,
  participantTypes,
  scopes,
} from '#core/domain/kinds.ts'
import { keyAccesses } from '#core/domain/requests/caller.ts'
import { jobStatuses, jobTypes } from '#core/domain/requests/jobs.ts'
import { contentPlatforms, contentSourceTypes } from '#core/domain/sources/content-platforms.ts'
import { manners } from '#core/domain/sources/sessions.ts'
import { discoveryModes } from '#core/domain/sources/website-source.ts'

/**
 * Names of enumerations in the OpenAPI document, by their lists of words. Any other enumeration is called after the
 * field that contains it.
 */
export const wordNames: ReadonlyMap<readonly string[], string> = new Map<readonly string[], string>([
  [kindNames, 'Kind'],
  [categories, 'Category'],
  [kinds.belief.categories, 'BeliefCategory'],
  [kinds.responsibility.categories, 'ResponsibilityCategory'],
  [scopes, 'Scope'],
  [itemStatuses, 'ItemStatus'],
  [overrideSourceNames, 'OverrideSource'],
  [changeOps, 'ChangeOperation'],
  [changeConflicts, 'ChangeConflict'],
  [changeRequestStatuses, 'ChangeRequestStatus'],
  [changeSources, 'ChangeSource'],
  [memberRoles, 'MemberRole'],
  [keyAccesses, 'KeyAccess'],
  [formatNames, 'FormatName'],
  [jobTypes, 'JobType'],
  [jobStatuses, 'JobStatus'],
  [participantTypes, 'ParticipantType'],
  [conversationStatuses, 'ConversationStatus'],
  [contentPlatforms, 'ContentPlatform'],
  [contentSourceTypes, 'ContentType'],
  [contentStatuses, 'ContentStatus'],
  [discoveryModes, 'PageDiscovery'],
  [manners, 'Manner'],
  [evidenceDecisions, 'EvidenceDecision'],
  [creationWays, 'CreationWay'],
])
