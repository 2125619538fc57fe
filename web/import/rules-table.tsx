import { Button, Checkbox, NativeSelect, Text, Textarea } from '@mantine/core'
import { type Category, kindNames, kinds } from '../api/words.ts'
import classes from './import.module.css'
import type { Rule } from './import-files.ts'

const choices = kindNames.map((kind) => ({
  group: kinds[kind].title,
  items: kinds[kind].categories.map(({ id, title }) => ({ value: id, label: title })),
}))

const titles = { new: 'New', present: 'Present', 'not taken': 'Not taken' }

interface RulesTableProps {
  rules: readonly Rule[]
  onChange: (rule: Rule) => void
}

/** The rules that were read, for correction: line, words, category and state of each. */
export function RulesTable({ rules, onChange }: RulesTableProps) {
  const files = new Set(rules.map(({ file }) => file))
  const lineOf = ({ file, line }: Rule) =>
    [files.size > 1 && file, line !== undefined && (files.size > 1 ? line : `Line ${line}`)].filter(Boolean).join(':')
  return (
    <table className={classes.table} aria-label="Statements found">
      <thead>
        <tr>
          <th aria-label="Import" />
          <th>Line</th>
          <th>Rule</th>
          <th>Category</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.key} data-taken={rule.isTaken || undefined}>
            <td>
              <Checkbox
                size="xs"
                aria-label={`Import: ${rule.statement}`}
                checked={rule.isTaken}
                onChange={(event) => onChange({ ...rule, isTaken: event.currentTarget.checked })}
              />
            </td>
            <td className={classes.line}>{lineOf(rule)}</td>
            <td>
              <Textarea
                size="xs"
                variant="unstyled"
                autosize
                aria-label={`Rule ${rule.key + 1}`}
                dir="auto"
                maxLength={20_000}
                value={rule.statement}
                // Only what a person edited is asked about before the dialog closes.
                name={rule.isEdited ? `rule-${rule.key}` : ''}
                onChange={(event) => onChange({ ...rule, statement: event.currentTarget.value, isEdited: true })}
              />
            </td>
            <td>
              <NativeSelect
                size="xs"
                aria-label={`Category of: ${rule.statement}`}
                data={choices}
                value={rule.category}
                onChange={(event) =>
                  onChange({ ...rule, category: event.currentTarget.value as Category, isEdited: true })
                }
              />
            </td>
            <td>
              <span className={classes.state} data-state={rule.state}>
                {titles[rule.state]}
              </span>
              <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {rule.reason}
              </Text>
              {rule.state !== 'new' && !rule.isTaken && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Take anyway: ${rule.statement}`}
                  onClick={() => onChange({ ...rule, isTaken: true })}
                >
                  Take anyway
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
