import { type RefObject, startTransition, useEffect, useState } from 'react'

/** About a screenful. */
const distance = '800px'

/** Whether an element is, or once was, near to what is on the screen; `startsNear` spares those that certainly are. */
export function useIsNear(element: RefObject<Element | null>, startsNear: boolean): boolean {
  const [wasNear, setNear] = useState(startsNear)
  useEffect(() => {
    if (wasNear || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        // Scrolling goes on meanwhile.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: distance },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, wasNear])
  return wasNear || startsNear
}
