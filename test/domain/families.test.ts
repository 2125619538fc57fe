import { expect, test } from 'vitest'
import { weightedTopics } from '../../server/domain/similar/families.ts'

const shared = (a: string, b: string) => {
  const others = weightedTopics(b)
  return [...weightedTopics(a)].reduce((sum, [topic, weight]) => sum + (others.has(topic) ? weight : 0), 0)
}

test.each([
  ['No jargon with relatives', 'Plain words for families'],
  ['Roll it back and look later', 'The old version comes first'],
  ['Vormittags keine Besprechung', 'Termine nie vor dem Mittagessen, der Morgen ist frei'],
  ['Kundentermine pünktlich', 'I am never late for a client'],
  ['Verschnitt werfe ich nicht weg', 'aus jedem Rest wird bei mir noch etwas'],
  ['über Gehälter rede ich nicht vor dem Team', 'was einer verdient, gehört nicht in die Runde'],
  ['ich kratze den Lack immer ab', 'kein Lack bleibt bei mir, der abgekratzt gehört'],
  ["I say so when I don't know", 'Never sound surer than I am: not sure is an answer'],
  ["When I'm off nobody reaches me", 'My days off are mine'],
  ['先在纸上画', 'Ich zeichne zuerst mit dem Bleistift'],
  // Two people on one subject in different words, grouped by trade.
  // Care and school
  ['ohne Handschuhe fasse ich keine Wunde an', 'Desinfektion vor jedem Zimmer, auch wenn es eilt'],
  ['beim Schichtwechsel geht nichts verloren', 'die nächste Schicht bekommt von mir eine saubere Übergabe'],
  ['ich decke die Leute beim Waschen immer zu, aus Respekt', 'der Vorhang bleibt bei mir zu, niemand liegt nackt da'],
  ['Aufwärmen ist bei mir Pflicht', 'ohne Dehnen fängt mein Training nicht an'],
  // Kitchens, workshops, roads
  ['meine Klingen ziehe ich jeden Morgen ab', 'mit einem stumpfen Messer arbeite ich nicht'],
  ['erst spannungsfrei, dann anfassen', 'ich greife nie in eine Leitung, bevor sie stromlos ist'],
  ['ohne Helm kommt mir keiner auf die Baustelle', 'Gehörschutz und Schutzbrille trage ich auch bei fünf Minuten'],
  ['ich zurre jede Palette selbst', 'ohne Spanngurt fahre ich nicht los'],
  ['Pfusch gibt es bei mir nicht', 'schludern kommt für mich nicht in Frage'],
  ['bei uns kommt keine Chemie aufs Feld', 'gegen Blattläuse spritze ich nie'],
  // Offices
  ['Überstunden mache ich keine', 'um fünf ist Feierabend, das Handy bleibt aus'],
  ['eine Sitzung ohne Tagesordnung sage ich ab', 'Besprechungen brauchen eine Agenda'],
  ['Fremdwörter streiche ich, das soll jeder verstehen', 'kein Fachchinesisch in meinen Briefen'],
  ['hinterrücks wird bei mir nicht geredet', 'ich lästere nie'],
  ['Wer etwas vermasselt, sagt es', 'Ausreden für einen Irrtum brauche ich nicht, Patzer passieren'],
  ['kein Kredit für Urlaub oder Möbel', 'Schulden mache ich nicht'],
  // English
  ['Credit goes to whoever had the idea', 'I name names when someone else did the work, acknowledged in the slides'],
  ['We hold a blameless postmortem after each outage', 'Every incident gets a debrief'],
  ['Own up to it', "I admit when I'm wrong"],
  // Spanish, French, Chinese
  ['Nunca grito en la cocina', 'Sin gritos se trabaja mejor'],
  ['je ne travaille jamais le week-end', 'mes samedis sont à moi'],
  ['剩菜我从来不倒掉', '浪费粮食不行'],
])('share a topic: %s, %s', (a, b) => {
  expect(shared(a, b)).toBeGreaterThanOrEqual(0.5)
})

test.each([
  ['Always look at it first', 'Never look at them last'],
  ['Ich mache das grundsätzlich so', 'Das mache ich immer selber'],
  ["I don't want that", "I don't do this"],
  ['the rest of it', 'aus jedem Rest wird noch etwas'],
  ['a gift for everybody', 'kein Gift in meinem Garten'],
  ['Somebody always asks afterwards', 'My body, my ward'],
  ['Keep it long', 'Leave it empty'],
  ['Politische Gespräche führe ich nicht', 'ich decke den Tisch vorher'],
  ['die Gesellschaft verändert sich', 'ich hafte für meine Fahrer'],
  ['aktuelle Zahlen hole ich mir selbst', 'der Tank muss voll sein'],
  ['ich überzeuge mit Argumenten', 'ein Zeuge genügt mir nicht'],
  ['die Jugend bekommt bei uns das erste Wort', 'Richter sind auch nur Menschen'],
  ['ich betone das Wesentliche', 'frischer Beton braucht Ruhe'],
  ['Interessen gehen vor', 'gegessen wird um zwölf'],
  ['Mitglieder zuerst', 'Lieder singe ich auswendig'],
  ['My interest is in people', 'The dough rests overnight'],
  ['What the paint lacks', 'I never commit on my own'],
  ['My brother backs me', 'Bread is baked at four'],
  ['Excellent service', 'Excel for everything'],
])('share none: %s, %s', (a, b) => {
  expect(shared(a, b)).toBe(0)
})

test('a word as long as a statement is read as others are, however its halves could be told apart', () => {
  for (const part of ['a', 'ge', 'kundentermin', '我']) {
    const topics = weightedTopics(`${part.repeat(20_000)} Kundentermin`)
    expect([...topics.keys()]).toEqual(expect.arrayContaining([...weightedTopics('Kundentermin').keys()]))
  }
})
