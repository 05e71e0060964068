import { type Line, say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about a team.

const why = {
  en: (team: Line) => say`You’re receiving this email because you’re a member of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что состоите в команде ${team}.`,
}

export const teamTexts: Record<'team_added' | 'team_moved' | 'result_replaced', Texts> = {
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
  team_moved: {
    en: ({ team, project, hasEnded }) => ({
      subject: hasEnded ? say`${team} is no longer working on ${project}` : say`${team} got the project ${project}`,
      title: hasEnded ? 'Work on the project ended' : 'Your team got a project',
      body: [
        hasEnded
          ? say`A curator ended the work of the team ${team} on the project ${project}.`
          : say`A curator assigned the project ${project} to the team ${team}.`,
      ],
      next: [hasEnded ? say`The team can apply for another project.` : say`Next, check the dates and requirements with your team.`],
      label: 'View my project',
      after: [say`If this is a mistake, contact a curator.`],
      why: why.en(team),
    }),
    ru: ({ team, project, hasEnded }) => ({
      subject: hasEnded ? say`Команда ${team} больше не работает над проектом ${project}` : say`Команда ${team} получила проект ${project}`,
      title: hasEnded ? 'Работа над проектом завершена' : 'Вашей команде назначили проект',
      body: [
        hasEnded
          ? say`Куратор завершил работу команды ${team} над проектом ${project}.`
          : say`Куратор назначил команде ${team} проект ${project}.`,
      ],
      next: [hasEnded ? say`Команда может подать заявку на другой проект.` : say`Посмотрите вместе с командой сроки и требования.`],
      label: 'Открыть мой проект',
      after: [say`Если это ошибка, напишите куратору.`],
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
