import type { Judgment } from './main.ts'

export const judgments: Record<string, Record<string, Judgment>> = {}
