/** How deep a JSON text may be nested, and how many values it may hold, including the keys of objects. */
export interface JsonShape {
  depth: number
  values: number
}

/** Counts the values of a JSON text before it is parsed; stops as soon as a limit is exceeded. */
export function jsonShape(text: string, limits: JsonShape): JsonShape {
  const shape = { depth: 0, values: 0 }
  let open = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at++
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '[' || sign === '{') {
      shape.depth = Math.max(shape.depth, ++open)
      shape.values++
    } else if (sign === ']' || sign === '}') open--
    else if (sign === ',') shape.values++
    if (shape.depth > limits.depth || shape.values > limits.values) return shape
  }
  return shape
}
