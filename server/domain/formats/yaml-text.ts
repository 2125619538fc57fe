import { Document, type Scalar, visit } from 'yaml'

/** Words and forms that YAML 1.1 readers, such as PyYAML, do not read as text: `no`, `12:30`, `=`. */
const otherThanText = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$|^[\d.+-]/i

/** YAML whose strings are read as strings by both YAML 1.1 and YAML 1.2. */
export function yamlOf(value: unknown): string {
  const document = new Document(value)
  visit(document, {
    Scalar(_key, node: Scalar) {
      if (typeof node.value === 'string' && otherThanText.test(node.value) && !node.value.includes('\n'))
        node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0 })
}
