import { type Line, say } from '#mail/letter.ts'
import type { Texts } from './text.ts'

// What happens in a team.

const why = {
  en: (team: Line) => say`You get this mail because you belong to the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что состоите в команде ${team}.`,
}

export const teamTexts: Record<'team_added' | 'result_replaced', Texts> = {
  team_added: {
    en: ({ team }) => ({
      subject: say`You are in the team ${team} now`,
      title: 'Welcome to the team',
      body: [say`You were added to the team ${team}.`],
      next: [say`Have a look at who else is in it and what it works on.`],
      label: 'Open my project',
      after: [say`If you do not belong there, tell somebody of the team: they can take you out again.`],
      why: why.en(team),
    }),
    ru: ({ team }) => ({
      subject: say`Теперь вы в команде ${team}`,
      title: 'Добро пожаловать в команду',
      body: [say`Вас добавили в команду ${team}.`],
      next: [say`Посмотрите, кто ещё в ней состоит и над чем она работает.`],
      label: 'Открыть мой проект',
      after: [say`Если это ошибка, скажите кому-нибудь из команды: вас могут исключить из неё.`],
      why: why.ru(team),
    }),
  },
  result_replaced: {
    en: ({ team, project, file }) => ({
      subject: say`New version of ${file} in ${project}`,
      title: 'A file has a new version',
      body: [say`In the team ${team} somebody replaced the file ${file} of the project ${project}.`],
      next: [say`Earlier versions stay readable for the team.`],
      label: 'Open the project',
      why: why.en(team),
    }),
    ru: ({ team, project, file }) => ({
      subject: say`Новая версия файла ${file} в проекте ${project}`,
      title: 'У файла новая версия',
      body: [say`В команде ${team} заменили файл ${file} проекта ${project}.`],
      next: [say`Прежние версии по-прежнему доступны команде.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
}
