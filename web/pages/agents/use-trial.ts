import { useEffect, useRef, useState } from 'react'
import { type TryBody, type TryEnd, tryPrompt } from '../../api/try.ts'

/** An answer of a model, complete or on its way. */
export interface Trial {
  state: 'running' | 'done' | 'stopped' | 'failed'
  text: string
  end?: TryEnd
  error?: string
}

/** Asks for one answer at a time. Leaving the page stops it. */
export function useTrial(agentId: string) {
  const [trial, setTrial] = useState<Trial>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (body: TryBody) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const change = (next: (before: Trial) => Trial) => {
      if (!controller.signal.aborted) setTrial((before) => before && next(before))
    }
    setTrial({ state: 'running', text: '' })
    try {
      const end = await tryPrompt(agentId, body, controller.signal, (text) =>
        change((before) => ({ ...before, text: before.text + text })),
      )
      change((before) => ({ ...before, state: 'done', end }))
    } catch (error) {
      change((before) => ({ ...before, state: 'failed', error: (error as Error).message }))
    }
  }
  const stop = () => {
    running.current?.abort()
    setTrial((before) => (before?.state === 'running' ? { ...before, state: 'stopped' } : before))
  }
  const clear = () => {
    running.current?.abort()
    setTrial(undefined)
  }
  return { trial, send, stop, clear }
}
