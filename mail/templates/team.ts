import { type Line, say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about a team.

const why = {
  en: (team: Line) => say`You’re receiving this email because you’re a member of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что состоите в команде ${team}.`,
}

export const teamTexts: Record<'team_added' | 'result_replaced', Texts> = {
  team_added: {
    en: ({ team }) => ({
      subject: say`You were added to the team ${team}`,
      title: 'Welcome to the team',
      body: [say`You were added to the team ${team}.`],
      next: [say`See who else is in the team and what it is working on.`],
      label: 'View my project',
      after: [say`If this is a mistake, contact a curator or a member of the team.`],
      why: why.en(team),
    }),
    ru: ({ team }) => ({
      subject: say`Вас добавили в команду ${team}`,
      title: 'Добро пожаловать в команду',
      body: [say`Вас добавили в команду ${team}.`],
      next: [say`Посмотрите, кто ещё в ней состоит и над чем она работает.`],
      label: 'Открыть мой проект',
      after: [say`Если это ошибка, напишите куратору или участникам команды.`],
      why: why.ru(team),
    }),
  },
  result_replaced: {
    en: ({ team, project, file }) => ({
      subject: say`New version of ${file} in ${project}`,
      title: 'New file version',
      body: [say`A member of the team ${team} uploaded a new version of ${file} in the project ${project}.`],
      next: [say`The team can still open previous versions.`],
      label: 'View project',
      why: why.en(team),
    }),
    ru: ({ team, project, file }) => ({
      subject: say`Новая версия файла ${file} в проекте ${project}`,
      title: 'Новая версия файла',
      body: [say`В команде ${team} загрузили новую версию файла ${file} проекта ${project}.`],
      next: [say`Предыдущие версии доступны команде.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
}
