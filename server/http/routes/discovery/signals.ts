import { findObservation, listObservations } from '../../../features/discovery/observations.ts'
import { findSignal, listSignals } from '../../../features/discovery/signals.ts'
import { contextOf } from '../../access/auth.ts'
import { AgentId, Flag, Id, OneOf, PagedList, pageOf, pageQuery, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Observation, Signal } from '../../resources/discovery.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Discovery']
const defaultLimit = 100

/** Observations of discovery, and the signals that it counts (behavior: Signals). */
export const signalRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/observations',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List observations',
        description:
          'What content says about an agent, each with its exact quote; latest content first. What people said, and what is not promoted, comes surest first.',
        querystring: Type.Object({
          agent_id: AgentId,
          content_item_id: Type.Optional(Id),
          signal_id: Type.Optional(Id),
          source: Type.Optional(
            OneOf(['session', 'people'], {
              description: 'only what was read in sessions, or all that people said, in conversations too',
            }),
          ),
          promoted: Type.Optional(
            Type.Boolean({
              description: 'whether its signal became or strengthened an item that nobody rejected',
              examples: [false],
            }),
          ),
          held_back: Type.Optional(
            Type.Boolean({
              description: 'whether a rejected item holds it back; promoted=false&heldBack=false waits for a decision',
              examples: [false],
            }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(Observation), [400, 401, 404]),
      },
    },
    async (request) => {
      const { agent_id, limit, offset, cursor, ...filter } = request.query
      const page = pageOf({ limit, offset, cursor }, defaultLimit)
      return listObservations(contextOf(request, deps), agent_id, filter, page)
    },
  )

  app.get(
    '/observations/:observationId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read an observation',
        description: 'A statement about an agent, with its exact quote, the content that contains it and its signal.',
        params: Type.Object({ observationId: Id }),
        response: responses(200, Observation, [401, 404]),
      },
    },
    (request) => findObservation(contextOf(request, deps), request.params.observationId),
  )

  app.get(
    '/signals',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List signals',
        description: 'Observations that say the same, counted and scored; those with the most evidence first.',
        querystring: Type.Object({
          agent_id: AgentId,
          promoted: Type.Optional(Flag),
          min_n_count: Type.Optional(Type.Number({ examples: [3] })),
          predict_category: Type.Optional(
            Type.Boolean({
              description: 'adds what kind of item each would become, and its category',
              examples: [true],
            }),
          ),
          ...pageQuery(defaultLimit),
        }),
        response: responses(200, PagedList(Signal), [400, 401, 404]),
      },
    },
    async (request) => {
      const { agent_id, limit, offset, cursor, predict_category, ...filter } = request.query
      const page = pageOf({ limit, offset, cursor }, defaultLimit)
      const signals = await listSignals(contextOf(request, deps), agent_id, filter, page)
      if (!predict_category) return signals
      // An item created from a signal has the signal's kind and category.
      const predicted = signals.data.map((signal) => ({
        ...signal,
        predicted_kind: signal.kind,
        predicted_category: signal.category,
      }))
      return { ...signals, data: predicted }
    },
  )

  app.get(
    '/signals/:signalId',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Read a signal',
        description:
          'A statement that observations share, with its count, its stability and the item that it was promoted to.',
        params: Type.Object({ signalId: Id }),
        response: responses(200, Signal, [401, 404]),
      },
    },
    (request) => findSignal(contextOf(request, deps), request.params.signalId),
  )
}
