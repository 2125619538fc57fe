import { type Layer, layerNames } from '../api/words.ts'
import classes from './layer-bar.module.css'

interface LayerBarProps {
  /** How much each layer has; nothing is drawn before it is known. */
  parts: Readonly<Record<Layer, number>> | undefined
  /** How much belongs to no layer. */
  rest?: number
  className?: string | undefined
}

/** The shares of the three layers. It is decoration: words beside it tell the same. */
export const LayerBar = ({ parts, rest = 0, className }: LayerBarProps) => (
  <span className={`${classes.bar} ${className ?? ''}`} aria-hidden>
    {parts && layerNames.map((layer) => <span key={layer} data-layer={layer} style={{ flexGrow: parts[layer] }} />)}
    {rest > 0 && <span style={{ flexGrow: rest }} />}
  </span>
)
