import type { roundLinks as en } from '#client/texts/en/round-links.ts'
import type { SameKeys } from '#ui/texts.ts'

export const roundLinks: SameKeys<typeof en> = {
  'rounds.row': 'Наборы',
  'rounds.row.open': '«{round}»: приём до {when}',
  'rounds.row.announced': '«{round}»: приём откроется {when}',
  'rounds.row.sealed': '«{round}»: готовим результаты',
  'rounds.row.published': '«{round}»: результаты опубликованы',
  'rounds.row.ended': 'Прошедшие наборы и их результаты',
  'rounds.chip': 'Набор: {round}',
  'rounds.mine': 'Наборы',
  'next.choose': 'Выбрать с командой',
  'apply.choice':
    'Вместе с результатами публикуются списки всех команд и отметки кураторов. Вместо названий команд — псевдонимы, но команду, которая получила место, они не скрывают.',
  'apply.choice.more': 'Что увидят другие',
  'next.chosen': 'Проект в вашем списке',
  'next.chosenBy': 'Его выбрала команда «{team}».',
  'next.toChoices': 'Мой список',
  'application.choice': 'В вашем списке под номером {rank}',
  'application.choices': 'Мой список',
  'sent.choice': 'Проект добавлен в конец вашего списка. Расставьте проекты в нужном порядке.',
  'sent.review.round': 'Решения по всему набору принимаются вместе. Результаты будут после {day}.',
}
