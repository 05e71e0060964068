import type { Language } from '#contract/errors.ts'
import { type Block, type Line, say } from '#mail/email.ts'
import { reasonText, summaryText } from '#rules/placement/reason-text.ts'
import type { TeamReasons } from '#rules/placement/reasons.ts'
import type { MailFacts } from '#store/mail/facts.ts'
import type { Names, Text, Texts } from './text.ts'

// Emails about a round, to the admins of a team: its results, a request for one more choice, the offer of a free place, an exchange.

type Kind = 'round_result' | 'round_ask' | 'round_offer' | 'round_exchange'

const why = {
  en: (team: Line) => say`You’re receiving this email because you’re an admin of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что вы администратор команды ${team}.`,
}

const resultEn = ({ team, round, got }: Names): Text => ({
  subject: got ? say`${team} got ${got}` : say`${round}: no place for ${team}`,
  title: got ? 'Your team got a project' : 'No place in this round',
  body: [
    got
      ? say`The results of ${round} are published. The team ${team} got the project ${got}.`
      : say`The results of ${round} are published. There was no place left for the team ${team}.`,
  ],
  next: [say`You can check the results on the page of the round.`],
  label: 'View the results',
  why: why.en(team),
})
const resultRu = ({ team, round, got }: Names): Text => ({
  subject: got ? say`Команда ${team} получила проект ${got}` : say`${round}: команде ${team} не хватило места`,
  title: got ? 'Ваша команда получила проект' : 'В этом наборе не хватило места',
  body: [
    got
      ? say`Результаты набора ${round} опубликованы. Команде ${team} достался проект ${got}.`
      : say`Результаты набора ${round} опубликованы. Команде ${team} места не хватило.`,
  ],
  next: [say`Проверить результаты можно на странице набора.`],
  label: 'Посмотреть результаты',
  why: why.ru(team),
})

type Moved = Pick<Names, 'team' | 'project' | 'round'>
// After a place was accepted or an exchange has come about.
const movedEn = ({ team, project, round }: Moved): Text => ({
  subject: say`${team} now has ${project}`,
  title: 'Your team has another project',
  body: [say`In ${round} the team ${team} moved to the project ${project}.`],
  next: [say`Next, check the dates and requirements with your team.`],
  label: 'View the round',
  why: why.en(team),
})
const movedRu = ({ team, project, round }: Moved): Text => ({
  subject: say`Теперь у команды ${team} проект ${project}`,
  title: 'У вашей команды новый проект',
  body: [say`В наборе ${round} команда ${team} перешла на проект ${project}.`],
  next: [say`Посмотрите вместе с командой сроки и требования.`],
  label: 'Открыть набор',
  why: why.ru(team),
})

export const roundTexts: Record<Kind, Texts> = {
  round_result: { en: resultEn, ru: resultRu },
  round_ask: {
    en: ({ team, round }) => ({
      subject: say`${round}: choose one more project`,
      title: 'Choose one more project',
      body: [say`Many teams want the projects that the team ${team} chose in ${round}, and there are fewer places than teams.`],
      next: [say`Add another project to your list, below the others: your order stays, and your chance of a place grows.`],
      label: 'Open my choices',
      why: why.en(team),
    }),
    ru: ({ team, round }) => ({
      subject: say`${round}: выберите ещё один проект`,
      title: 'Выберите ещё один проект',
      body: [say`Проекты, которые команда ${team} выбрала в наборе ${round}, хотят многие, а мест меньше, чем команд.`],
      next: [say`Добавьте ещё один проект в конец списка: порядок не изменится, а шансов получить место станет больше.`],
      label: 'Открыть мой выбор',
      why: why.ru(team),
    }),
  },
  round_offer: {
    en: ({ team, project, round, hasEnded, until }) =>
      hasEnded
        ? movedEn({ team, project, round })
        : {
            subject: say`A place in ${project} is free for ${team}`,
            title: 'A place is free',
            body: [
              say`A place in the project ${project} of ${round} has become free. It is offered to the team ${team}, which ranked it higher than what it has.`,
            ],
            next: [
              until
                ? say`Accept or decline it on the page of the round by ${until}. After that it goes to the next team.`
                : say`Accept or decline it on the page of the round. After the deadline it goes to the next team.`,
            ],
            label: 'Accept or decline',
            why: why.en(team),
          },
    ru: ({ team, project, round, hasEnded, until }) =>
      hasEnded
        ? movedRu({ team, project, round })
        : {
            subject: say`Для команды ${team} освободилось место в проекте ${project}`,
            title: 'Освободилось место',
            body: [
              say`В проекте ${project} набора ${round} освободилось место. Мы предлагаем его команде ${team}: у неё он стоит выше того, что ей досталось.`,
            ],
            next: [
              until
                ? say`Согласитесь или откажитесь на странице набора до ${until}. Потом место предложат следующей команде.`
                : say`Согласитесь или откажитесь на странице набора. После срока место предложат следующей команде.`,
            ],
            label: 'Ответить',
            why: why.ru(team),
          },
  },
  round_exchange: {
    en: ({ team, project, round, hasEnded, until }) =>
      hasEnded
        ? movedEn({ team, project, round })
        : {
            subject: say`${team} can exchange its project for ${project}`,
            title: 'An exchange is possible',
            body: [say`In ${round} the team ${team} can get the project ${project} in an exchange that makes every team in it better off.`],
            next: [
              until
                ? say`Confirm or refuse it by ${until}. The teams move only when all of them have confirmed.`
                : say`Confirm or refuse it within 72 hours. The teams move only when all of them have confirmed.`,
            ],
            label: 'View the exchange',
            why: why.en(team),
          },
    ru: ({ team, project, round, hasEnded, until }) =>
      hasEnded
        ? movedRu({ team, project, round })
        : {
            subject: say`Команда ${team} может получить проект ${project} в обмен на свой`,
            title: 'Возможен обмен',
            body: [say`В наборе ${round} команда ${team} может получить проект ${project}. От этого обмена выиграют все его участники.`],
            next: [
              until
                ? say`Согласитесь или откажитесь до ${until}. Обмен состоится, только если согласятся все.`
                : say`Согласитесь или откажитесь в течение 72 часов. Обмен состоится, только если согласятся все.`,
            ],
            label: 'Посмотреть обмен',
            why: why.ru(team),
          },
  },
}

export const isAboutRound = (kind: string): boolean => Object.hasOwn(roundTexts, kind)

/** A result needs its row; an offer or exchange, its project. */
export const hasRoundSubject = ({ kind, team, project, round }: MailFacts): boolean =>
  team !== null && round !== null && (kind === 'round_ask' || (kind === 'round_result' ? round.result !== null : project !== null))

const open: Record<Language, (names: Line) => Line> = {
  en: (names) => say`These projects still have a place: ${names}.`,
  ru: (names) => say`Места ещё есть в проектах: ${names}.`,
}

/** Why the team got each of its choices or not, and without a place, open projects. */
export function resultBlocks({ round }: MailFacts, language: Language, quote: (name: string) => Line): Block[] {
  if (!round?.result) return []
  const { project, choices, open: others } = round.result
  const reasons = round.result.reasons as TeamReasons
  const rows = reasons.choices.map((choice) => {
    const { name = choice.project, unsuitable = null } = choices[choice.rank] ?? {}
    const reason =
      choice.reason.code === 'unsuitable' && unsuitable
        ? { code: 'unsuitable_because' as const, reason: unsuitable[language] }
        : choice.reason
    return { label: `${choice.rank}. ${name}`, value: reasonText(language, reason, name) }
  })
  const listed = others.flatMap((name, index) => (index === 0 ? quote(name) : [', ', ...quote(name)]))
  return [
    { kind: 'line', line: [{ value: summaryText(language, reasons.summary) }] },
    ...(rows.length > 0 ? [{ kind: 'table' as const, rows }] : []),
    ...(project === null && listed.length > 0 ? [{ kind: 'line' as const, line: open[language](listed) }] : []),
  ]
}
