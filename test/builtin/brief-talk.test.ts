import { describe, expect, test } from 'vitest'
import { observe } from '../../server/builtin/talk/observe.ts'

const say = (...messages: string[]) =>
  observe({
    source_type: 'conversation',
    title: null,
    content: messages.map((message) => `Ada: ${message}`).join('\n\n'),
    agent_name: 'Ada',
  })

describe('a short message says how its author goes about things', () => {
  test.each([
    'ha. nothing leaves my bench until i have weighed it myself',
    'The letters to the families are mine, if one is late come to me.',
    'Every guest gets greeted at the door in my place, even on a full night.',
    'i only cut the cake when they ask me to',
    "whatever they tell me stays with me, i won't pass it on",
    'Ohne Unterschrift geht bei mir kein Paket raus.',
    'Erst der Anruf, dann die Mail, so halte ich es.',
    'pakete müssen vor dem abend raus sein, sonst bleibt nix im regal heil',
    'ich hab ihn gefragt, für mich geht kein paket ohne unterschrift raus',
    'Lieber ein Paket weniger am Tag als eins ohne Waage',
    'sin verlo en persona no doy ningún presupuesto, es mi regla',
    'Moi je ne signe rien sans avoir dormi dessus.',
    '我报价之前一定先去现场看一遍',
  ])('%s', (message) => {
    expect(say(message)).toMatchObject([{ quote: expect.any(String) }])
  })

  test('by itself or by the sentence that makes it a rule', () => {
    expect(say('Photos of the damage first, money afterwards.')).toEqual([])
    expect(say("Photos of the damage first, money afterwards. That's how I do every claim.")).not.toEqual([])
  })

  test.each([
    ['a question', 'do i always have to weigh every parcel myself?'],
    ['of the moment', 'Tonight I weigh every parcel myself before it leaves.'],
    ['of somebody else', 'my brother always says no parcel leaves without a weight'],
    ['of a thing', 'That scale always shows zero when the battery is low.'],
    ['of those one worked for', 'my old studio always weighed every parcel twice'],
    ['supposed', 'if i ran this place i would weigh every parcel before it leaves'],
    ['of what once was', 'Früher hab ich jedes Paket selbst gewogen.'],
    ['told in the perfect', 'wir haben jedes paket selbst gewogen bevor es raus ist'],
    ['a German joke', 'na super, dann wiegen wir halt jedes paket zweimal /s'],
    ['of tomorrow', 'ich kann morgen nicht wiegen, bevor der wagen kommt'],
    ['ironic', 'sure, i weigh every parcel twice before i leave, said nobody ever'],
    ['an exception', 'i skip the scale before the truck leaves, once and never again'],
    ['what somebody reckons', 'some expert reckons everyone should weigh parcels before they leave'],
  ])('but not when it is %s', (_, message) => {
    expect(say(message)).toEqual([])
  })

  test('not in long talk, where the same words stand in every sentence', () => {
    const rambling = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
    expect(say('Nothing leaves my bench until it is weighed.')).toHaveLength(1)
    expect(say(`${rambling}. Nothing leaves my bench until it is weighed.`)).toEqual([])
  })

  test.each([
    'no gravel in any yard i look after, nothing lives under it',
    'no firmo nada sin haberlo leído antes, es mi regla',
  ])('and keeps its denial: %s', (message) => {
    expect(say(message)).toMatchObject([{ statement: expect.stringMatching(/^(?:no|never|nunca)\b/i) }])
  })

  test.each([
    "ok, i've changed my mind on paper tickets",
    'we print tickets now, paper only was silly',
    'das mit den papierscheinen seh ich nicht mehr so streng',
  ])('and may give up what it was: %s', (message) => {
    expect(say(message)).toMatchObject([{ ends: true, gives_up: true }])
  })
})
