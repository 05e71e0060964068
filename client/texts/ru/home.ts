import type { home as en } from '#client/texts/en/home.ts'
import type { SameKeys } from '#ui/texts.ts'

export const home: SameKeys<typeof en> = {
  'home.step': 'Что дальше',
  'home.results': 'Пора загрузить результаты',
  'home.results.action': 'Загрузить результаты',
  'home.applied': {
    one: 'Заявка на рассмотрении',
    few: '{count} заявки на рассмотрении',
    many: '{count} заявок на рассмотрении',
    other: '{count} заявки на рассмотрении',
  },
  'home.approved': 'Заявка одобрена',
  'home.project': 'Ваш проект',
  'home.toTeam': 'Открыть',
  'home.free': 'У вашей команды пока нет проекта',
  'home.free.text': 'Выберите проект и подайте заявку.',
  'home.free.action': 'Где идёт набор',
  'home.member.text': 'Заявку подаёт администратор.',
  'home.noTeam': 'Вы пока не в команде',
  'home.noTeam.text': 'Посмотрите, как в неё попасть.',
}
