import { formatNames } from '../../domain/formats/format.ts'
import { changeConflicts, changeOps, changeRequestStatuses } from '../../domain/identity/change-requests.ts'
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
} from '../../domain/kinds.ts'
import { keyAccesses } from '../../domain/requests/caller.ts'
import { jobStatuses, jobTypes } from '../../domain/requests/jobs.ts'
import { contentPlatforms, contentSourceTypes } from '../../domain/sources/content-platforms.ts'
import { manners } from '../../domain/sources/sessions.ts'
import { discoveryModes } from '../../domain/sources/website-source.ts'

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
])
