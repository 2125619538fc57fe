import { expect, test } from 'vitest'
import { observe } from '../../server/builtin/talk/observe.ts'

const say = (message: string, answer = 'ok') =>
  observe({ source_type: 'conversation', title: null, content: `Ada: ${message}\n\nBob: ${answer}`, agent_name: 'Ada' })

test.each([
  // Closings
  'That is all from my side about case 4711.',
  'That is everything I have on ticket 12 before I hand it over.',
  'Nothing more from my end on this one.',
  'No further questions from my side.',
  'I have nothing to add from my side.',
  'I think we have covered everything now, nothing is left on our list.',
  'Das ist alles von meiner Seite zu Fall 4711.',
  'Von mir war das alles zu Ticket 12.',
  'Eso es todo de mi parte sobre el caso 4711.',
  "C'est tout de mon côté pour le dossier 4711.",
  '关于4711号案件，我这边就是这些了。',
  // Openings
  'Hello everyone, I hope you are all doing well.',
  "Hi all, I'm Ada and I take all billing cases from now.",
  'Guten Morgen zusammen, ich hoffe, euch geht es allen gut.',
  '大家早上好，祝大家一切顺利。',
  // Thanks, wishes and offers
  'Thanks for always being so quick!',
  'All good from our side, we always appreciate your help.',
  'Have a great weekend, and always feel free to call me.',
  "I'm always happy to help if anything comes up.",
  'Please ping me if anything else comes up before Friday.',
  'We look forward to every one of your questions.',
  'Danke, dass du mir immer so schnell antwortest.',
  'Muchas gracias a todos, siempre son muy amables conmigo.',
  'Merci à tous, vous êtes toujours très gentils avec moi.',
  "N'hésitez jamais à me contacter.",
  '谢谢大家，你们总是帮我很多忙。',
  '有问题随时联系我，我一直都在。',
  // Hand-overs
  "All yours now, I won't touch it again.",
  'I leave everything else to you before I go.',
  'Ich übergebe den Fall jetzt an Bob, er weiß alles.',
  'Yo le paso el caso a Bob antes de irme.',
  'Je transmets le dossier à Bob avant de partir.',
  // The status of a case
  'This case is resolved from my side before noon.',
  'Case 12: all steps done, nothing pending on our side.',
  'We can close this one, all of it works for me now.',
  'Everything is fine on my end again.',
  'Wir warten noch immer auf alle Antworten.',
  'De mon côté tout est réglé, il ne reste rien.',
])('nobody believes: %s', (message) => {
  expect(say(message)).toEqual([])
})

test.each([
  'I always thank contributors by name.',
  'Thanks, I never deploy on Fridays.',
  'I never close a ticket before the customer has confirmed.',
  "The ticket is closed only after the customer confirms it, that's my rule.",
  'Every case gets handed over in writing with me.',
  'I always hand the shift over in person.',
  'No deploys from my side on Fridays.',
  'All emails get an answer from me the same day.',
  'I always greet every patient by name.',
  "That's all I ever pack, one bag.",
  'I always wish people a good weekend before I leave.',
  'Every order is checked twice on my side.',
  'Ich bedanke mich immer bei allen mit Namen.',
  'Danke, ich deploye nie am Freitag.',
  'Ich übergebe Fälle immer schriftlich.',
  'Bei mir gibt es keine Überstunden.',
  'Siempre agradezco a mis proveedores por escrito.',
  'Gracias, yo nunca despliego los viernes.',
  'Merci, je ne travaille jamais le dimanche.',
  'Je transmets toujours le dossier par écrit.',
  '谢谢，我从来不在周五发布。',
])('somebody does: %s', (message) => {
  expect(say(message)).toHaveLength(1)
})

test.each([
  'always feel free to ask me, thanks for never breaking the build',
  'Always happy to help you if you need anything',
])('no agent is told to work by: %s', (message) => {
  const content = `Bob: can you fix the header\n\nAda: I'll fix it now.\n\nBob: ${message}\n\nAda: Sure, I'll do that.`
  expect(observe({ source_type: 'conversation', title: null, content, agent_name: 'Ada' })).toEqual([])
})
