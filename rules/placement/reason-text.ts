import type { Language } from '#contract/errors.ts'
import type { Reason, Summary } from './reasons.ts'

// Reasons in whole sentences. {project} is the name of the project; a number chooses the form of its sentence.

// `few` only where a counted noun stands in the sentence; otherwise `one` is for exactly one.
type Forms = { one: string; few?: string; many: string }
type Words = string | Forms
type Texts = Record<Language, Record<string, Words>>

// CLDR plural forms of whole numbers.
function formOf({ one, few, many }: Forms, count: number): string {
  if (few === undefined) return count === 1 ? one : many
  const [tens, ones] = [count % 100, count % 10]
  if (ones === 1 && tens !== 11) return one
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? few : many
}

const forms = (one: string, many: string): Forms => ({ one, many })
const russianNoun = (one: string, few: string, many: string): Forms => ({ one, few, many })

const texts: Texts = {
  en: {
    got: 'You got it.',
    got_by_hand: 'You got it: the curators gave you this place before the draw.',
    lower: 'Not needed: you got a project you ranked higher.',
    placed_by_hand: 'Not considered: the curators gave you a place before the draw.',
    unsuitable: 'The curators found it unsuitable.',
    unsuitable_because: 'The curators found it unsuitable: {reason}.',
    not_free: 'Your team already had another project, so it was not placed.',
    ended: 'This choice had ended before the places were given out.',
    no_places: '{project} had no free places.',
    had: forms('{project} had {count} place.', '{project} had {count} places.'),
    all_lottery: forms(
      'It went to a team with the same claim and a better lottery number.',
      'All of them went to teams with the same claim and better lottery numbers.',
    ),
    both_lottery: 'Both went to teams with the same claim and better lottery numbers.',
    all_preferred: forms('It went to a team the curators preferred.', 'All of them went to teams the curators preferred.'),
    both_preferred: 'Both went to teams the curators preferred.',
    all_byHand: forms('The curators gave it to a team before the draw.', 'The curators gave all of them to teams before the draw.'),
    both_byHand: 'The curators gave both to teams before the draw.',
    some_lottery: forms(
      '{count} went to a team with the same claim and a better lottery number.',
      '{count} went to teams with the same claim and better lottery numbers.',
    ),
    some_preferred: forms('{count} went to a team the curators preferred.', '{count} went to teams the curators preferred.'),
    some_byHand: forms('The curators gave {count} to a team before the draw.', 'The curators gave {count} to teams before the draw.'),
    taken_fullest: forms(
      'It went to another team: this way more teams got a place, or more of them a choice they ranked higher, or it had the better lottery number.',
      'They went to other teams: this way more teams got a place, or more of them a choice they ranked higher, or they had better lottery numbers.',
    ),
    placed: 'You got your choice number {rank}.',
    by_hand: 'The curators gave you a place before the draw.',
    no_choices: 'Your team had no choices in this round.',
    all_unsuitable: forms('The curators found your choice unsuitable.', 'The curators found all your choices unsuitable.'),
    no_free_places: forms('Your choice had no free places.', 'None of your choices had free places.'),
    choices: forms('Your choice had', 'Your {count} choices had'),
    places: forms('{count} place', '{count} places'),
    teams: forms('and {count} team wanted a place there.', 'and {count} teams wanted a place there.'),
    no_place_lottery: 'All places went to teams with better lottery numbers.',
    no_place_claims: 'All places went to teams with a stronger claim: chosen by the curators, or with a better lottery number.',
    no_place_fullest: 'This rule places as many teams as possible, and then looks at how high they ranked their projects.',
  },
  ru: {
    got: 'Этот проект достался вам.',
    got_by_hand: 'Этот проект ваш: кураторы отдали вам место до распределения.',
    lower: 'Не понадобился: вам достался проект, который у вас стоит выше.',
    placed_by_hand: 'Не рассматривался: кураторы отдали вам место до распределения.',
    unsuitable: 'Кураторы решили, что проект вам не подходит.',
    unsuitable_because: 'Кураторы решили, что проект вам не подходит: {reason}.',
    not_free: 'У вашей команды уже был другой проект, поэтому она не участвовала в распределении.',
    ended: 'Заявка на этот проект закрылась до распределения мест.',
    no_places: 'В проекте «{project}» не было свободных мест.',
    had: russianNoun(
      'В проекте «{project}» было {count} место.',
      'В проекте «{project}» было {count} места.',
      'В проекте «{project}» было {count} мест.',
    ),
    all_lottery: forms(
      'Оно досталось команде с таким же приоритетом и лучшим номером жеребьёвки.',
      'Все достались командам с таким же приоритетом и лучшими номерами жеребьёвки.',
    ),
    both_lottery: 'Оба достались командам с таким же приоритетом и лучшими номерами жеребьёвки.',
    all_preferred: forms('Оно досталось команде, которую выбрали кураторы.', 'Все достались командам, которые выбрали кураторы.'),
    both_preferred: 'Оба достались командам, которые выбрали кураторы.',
    all_byHand: forms('Кураторы отдали его другой команде до распределения.', 'Кураторы отдали все другим командам до распределения.'),
    both_byHand: 'Кураторы отдали оба другим командам до распределения.',
    some_lottery: forms(
      '{count} — команде с таким же приоритетом и лучшим номером жеребьёвки.',
      '{count} — командам с таким же приоритетом и лучшими номерами жеребьёвки.',
    ),
    some_preferred: forms('{count} — команде, которую выбрали кураторы.', '{count} — командам, которые выбрали кураторы.'),
    some_byHand: forms(
      '{count} кураторы отдали другой команде до распределения.',
      '{count} кураторы отдали другим командам до распределения.',
    ),
    taken_fullest: forms(
      'Оно досталось другой команде: так место получили больше команд, или больше команд получили то, что у них стоит выше, или её номер жеребьёвки лучше.',
      'Они достались другим командам: так место получили больше команд, или больше команд получили то, что у них стоит выше, или их номера жеребьёвки лучше.',
    ),
    placed: 'Вам достался проект, который стоит у вас под номером {rank}.',
    by_hand: 'Кураторы отдали вам место до распределения.',
    no_choices: 'Ваша команда ничего не выбрала в этом наборе.',
    all_unsuitable: forms(
      'Кураторы решили, что выбранный проект вам не подходит.',
      'Кураторы решили, что выбранные проекты вам не подходят.',
    ),
    no_free_places: forms('В выбранном вами проекте не было свободных мест.', 'В выбранных вами проектах не было свободных мест.'),
    choices: forms('В выбранном вами проекте было', 'В {count} выбранных вами проектах было'),
    places: russianNoun('{count} место', '{count} места', '{count} мест'),
    teams: russianNoun('а претендовала {count} команда.', 'а претендовали {count} команды.', 'а претендовали {count} команд.'),
    no_place_lottery: 'Все места достались командам с лучшими номерами жеребьёвки.',
    no_place_claims: 'Все места достались командам с более высоким приоритетом: их выбрали кураторы или у них лучше номер жеребьёвки.',
    no_place_fullest: 'По этому правилу место получает как можно больше команд, а затем учитывается, как высоко стоят их проекты.',
  },
}

function write(language: Language, key: string, count = 0, params: Record<string, string | number> = {}): string {
  const words = texts[language][key]!
  const text = typeof words === 'string' ? words : formOf(words, count)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(name === 'count' ? count : params[name]))
}

/** `project`: the name of the project. */
export function reasonText(language: Language, reason: Reason, project: string): string {
  switch (reason.code) {
    case 'unsuitable_because':
      return write(language, reason.code, 0, { reason: reason.reason.replace(/\.+$/, '') })
    case 'taken_fullest':
      return `${write(language, 'had', reason.places, { project })} ${write(language, reason.code, reason.places)}`
    case 'taken': {
      const kinds = (['byHand', 'preferred', 'lottery'] as const).filter((kind) => reason[kind] > 0)
      const parts = kinds.map((kind) => {
        if (kinds.length > 1) return write(language, `some_${kind}`, reason[kind])
        return write(language, `${reason.places === 2 ? 'both' : 'all'}_${kind}`, reason.places)
      })
      return [write(language, 'had', reason.places, { project }), ...parts].join(' ')
    }
    default:
      return write(language, reason.code, 0, { project })
  }
}

export function summaryText(language: Language, summary: Summary): string {
  switch (summary.code) {
    case 'placed':
      return write(language, summary.code, 0, { rank: summary.rank })
    case 'all_unsuitable':
    case 'no_free_places':
      return write(language, summary.code, summary.choices)
    case 'no_place_lottery':
    case 'no_place_claims':
    case 'no_place_fullest': {
      const { code, choices, places, teams } = summary
      const had = `${write(language, 'choices', choices)} ${write(language, 'places', places)}, ${write(language, 'teams', teams)}`
      return `${had} ${write(language, code)}`
    }
    default:
      return write(language, summary.code)
  }
}
