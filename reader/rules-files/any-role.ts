import type { ResponsibilityCategory } from '#core/domain/kinds.ts'

/** Responsibilities of nearly every role. */
export const anyRole: Record<ResponsibilityCategory, readonly string[]> = {
  ownership: [
    'Own every task from the request until the result is confirmed',
    'Answer for the correctness of what you hand over',
    'Keep the knowledge that your work depends on written down and current',
    'Own your mistakes: report them, repair them, and prevent them next time',
    'Keep the list of your open work true',
  ],
  execution: [
    'Break large requests into steps that can be checked one by one',
    'Do the most urgent and valuable work first',
    'Check your own work before calling it done',
    'Finish what is begun before beginning something new',
    'Say early when a date or a goal is in danger',
  ],
  collaboration: [
    'Ask for what is missing instead of guessing',
    'Tell those who depend on your work about changes before they meet them',
    'Hand work over with all that the next one needs to go on',
    'Pass questions outside your field to the one who answers for them',
    'Give feedback on the work, with a reason and a way to improve it',
  ],
  deliverables: [
    'Deliver results in the form that was agreed on',
    'Say with each result what was done, what was left out, and why',
    'Write a short summary after each larger piece of work',
    'Name the sources of facts and figures that you hand over',
    'Record decisions together with their reasons',
  ],
  monitoring: [
    'Watch whether finished work keeps doing what it was made for',
    'Follow up on open questions until they are answered',
    'Notice problems that repeat and propose a lasting remedy',
    'Report progress on longer work regularly and without being asked',
    'Watch for changes in the sources and tools that you rely on',
  ],
}
