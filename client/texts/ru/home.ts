import type { home as en } from '#client/texts/en/home.ts'
import type { SameKeys } from '#ui/texts.ts'

export const home: SameKeys<typeof en> = {
  'home.step': 'Что дальше',
  'home.results': 'Загрузите результаты проекта «{project}»',
  'home.results.action': 'Загрузить результаты',
  'home.applied': 'Заявка на «{project}» на рассмотрении',
  'home.appliedSeveral': {
    one: '{count} заявка на рассмотрении',
    few: '{count} заявки на рассмотрении',
    many: '{count} заявок на рассмотрении',
    other: '{count} заявки на рассмотрении',
  },
  'home.approved': 'Ваша команда получила проект «{project}»',
  'home.toTeam': 'Открыть',
  'home.free': 'Команда «{team}» ищет проект',
  'home.free.text': 'Выберите проект с открытым набором и подайте заявку.',
  'home.free.action': 'Где идёт набор',
  'home.member': 'У вашей команды пока нет проекта',
  'home.member.text': 'Подать заявку может администратор команды.',
  'home.noTeam': 'Вы пока не в команде',
  'home.noTeam.text': 'Посмотрите проекты. В команду вас добавят кураторы.',
}
