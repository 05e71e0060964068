import type { Language } from '#contract/language.ts'
import { textsOf } from '#texts/server.ts'
import type { Reason, Summary } from './reasons.ts'

// Reasons in whole sentences.

const write = textsOf('reasons')

const numbered = (count: number): 'single' | 'several' => (count === 1 ? 'single' : 'several')

/** `project`: the name of the project. */
export function reasonText(language: Language, reason: Reason, project: string): string {
  switch (reason.code) {
    case 'unsuitable_because':
      return write(language, reason.code, { reason: reason.reason.replace(/\.+$/, '') })
    case 'taken_fullest':
      return `${write(language, 'had', { count: reason.places, project })} ${write(language, `taken_fullest.${numbered(reason.places)}`)}`
    case 'taken': {
      const kinds = (['byHand', 'preferred', 'lottery'] as const).filter((kind) => reason[kind] > 0)
      const parts = kinds.map((kind) => {
        if (kinds.length > 1) return write(language, `some_${kind}.${numbered(reason[kind])}`, { count: reason[kind] })
        return write(language, reason.places === 2 ? `both_${kind}` : `all_${kind}.${numbered(reason.places)}`)
      })
      return [write(language, 'had', { count: reason.places, project }), ...parts].join(' ')
    }
    default:
      return write(language, reason.code, { project })
  }
}

export function summaryText(language: Language, summary: Summary): string {
  switch (summary.code) {
    case 'placed':
      return write(language, summary.code, { rank: summary.rank })
    case 'all_unsuitable':
    case 'no_free_places':
      return write(language, `${summary.code}.${numbered(summary.choices)}`)
    case 'no_place_lottery':
    case 'no_place_claims':
    case 'no_place_fullest': {
      const { code, choices, places, teams } = summary
      const had = write(language, 'demand', {
        choices: write(language, `choices.${numbered(choices)}`, { count: choices }),
        places: write(language, 'places', { count: places }),
        teams: write(language, 'teams', { count: teams }),
      })
      return `${had} ${write(language, code)}`
    }
    default:
      return write(language, summary.code)
  }
}
