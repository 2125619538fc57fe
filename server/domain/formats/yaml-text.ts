import { Document, type Scalar, visit } from 'yaml'

/** Words and forms that YAML 1.1 readers, such as PyYAML, take for something else than text: `no`, `12:30`, `=`. */
const otherThanText = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$|^[\d.+-]/i

/** YAML whose texts are texts for readers of version 1.1 and of version 1.2. */
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
