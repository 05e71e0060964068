import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { place } from '#rules/placement/place.ts'

// The example of docs/rounds.md, computed by the rules.

const texts = {
  en: { projects: { Park: 1, Radio: 1, Library: 1 }, preferred: ['Owls', 'Park'], none: 'no place', join: ': ' },
  ru: { projects: { Парк: 1, Радио: 1, Библиотека: 1 }, preferred: ['Совы', 'Парк'], none: 'без места', join: ' — ' },
} as const

const document = await readFile(new URL('../docs/rounds.md', import.meta.url), 'utf8')

for (const [language, { projects, preferred, none, join }] of Object.entries(texts))
  test(`the worked example of the documentation is right under both rules (${language})`, () => {
    const first = Object.keys(projects)[0]!
    const rows = [...document.matchAll(/^\| (\S+) +\| (\S+) +\| (\S*) +\| (\d) +\|$/gm)].filter(([, , one, two]) =>
      [one, two].some((name) => name! in projects),
    )
    assert.equal(rows.length, 4)
    const round = {
      choices: rows.map(([, team, one, two]) => ({ team: team!, projects: [one!, two!].filter(Boolean) })),
      places: projects,
      marks: [{ team: preferred[0], project: first, mark: 'preferred' as const }],
      locks: [],
    }
    const numbers = new Map(rows.map(([, team, , , number]) => [team!, number!.padStart(2, '0')]))
    // In bold: first the result of one rule, then that of the other.
    const results = [...document.matchAll(/\*\*([^*]+)\.\*\*/g)]
      .map(([, text]) => text!.split(', '))
      .filter((result) => result.some((one) => one.endsWith(join + none)))
    const stated = (['fair', 'fullest'] as const).map((rule) =>
      [...place(rule, round, numbers)].map(([team, project]) => `${team}${join}${project ?? none}`),
    )
    assert.deepEqual(
      results.map((result) => result.toSorted()),
      stated.map((result) => result.toSorted()),
    )
  })
