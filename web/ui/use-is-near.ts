import { type RefObject, startTransition, useEffect, useState } from 'react'

/** About a screenful. */
const distance = '800px'

/** Whether an element is, or once was, near the viewport; `startsNear` skips the check for those that certainly are. */
export function useIsNear(element: RefObject<Element | null>, startsNear: boolean): boolean {
  const [wasNear, setNear] = useState(startsNear)
  useEffect(() => {
    if (wasNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        // Must not block scrolling.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: distance },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])
  return wasNear || startsNear
}
