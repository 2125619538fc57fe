import { type RefObject, useEffect } from 'react'

/** How long content that loads above may still push it away. */
const settlingMs = 3000

/** Scrolls the target of a link into view, and keeps it there until the page has settled or the reader scrolls. */
export function useScrolledTo(target: RefObject<HTMLElement | null>, isLinked: boolean) {
  useEffect(() => {
    if (!isLinked) return
    const observer = new ResizeObserver(() => target.current?.scrollIntoView({ block: 'center' }))
    observer.observe(document.body)
    const over = new AbortController()
    const { signal } = over
    signal.addEventListener('abort', () => observer.disconnect())
    for (const move of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(move, () => over.abort(), { signal, passive: true })
    const timer = setTimeout(() => over.abort(), settlingMs)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [target, isLinked])
}
