import { type Line, say } from '#mail/email.ts'
import type { Texts } from './text.ts'

// Emails about a team's application.

type Kind = 'request_received' | 'request_approved' | 'request_declined' | 'request_superseded' | 'request_withdrawn'

const why = {
  en: (team: Line) => say`You’re receiving this email because you’re an admin of the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что вы администратор команды ${team}.`,
}

export const requestTexts: Record<Kind, Texts> = {
  request_received: {
    en: ({ team, project }) => ({
      subject: say`${team} applied for ${project}`,
      title: 'Application received',
      body: [say`The team ${team} applied for the project ${project}. Curators will review the application.`],
      next: [say`We’ll email you when there is a decision. Until then you can edit or withdraw the application.`],
      label: 'View project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Команда ${team} подала заявку на проект ${project}`,
      title: 'Заявка отправлена',
      body: [say`Команда ${team} подала заявку на проект ${project}. Её рассмотрят кураторы.`],
      next: [say`Мы напишем, когда будет решение. До этого заявку можно изменить или отозвать.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
  request_approved: {
    en: ({ team, project }) => ({
      subject: say`Application approved: ${team} got ${project}`,
      title: 'Application approved',
      body: [
        say`The application of the team ${team} for the project ${project} was approved. Congratulations!`,
        say`A team works on one project at a time, so its other applications have been closed.`,
      ],
      next: [say`Next, check the dates and requirements with your team.`],
      label: 'View my project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка одобрена: команда ${team} получила проект ${project}`,
      title: 'Заявка одобрена',
      body: [
        say`Заявка команды ${team} на проект ${project} одобрена. Поздравляем!`,
        say`Команда работает над одним проектом, поэтому другие её заявки закрыты.`,
      ],
      next: [say`Посмотрите вместе с командой сроки и требования.`],
      label: 'Открыть мой проект',
      why: why.ru(team),
    }),
  },
  request_declined: {
    en: ({ team, project }) => ({
      subject: say`Application for ${project} declined`,
      title: 'Application declined',
      body: [say`The application of the team ${team} for the project ${project} was declined.`],
      next: [say`The team can apply for other projects.`],
      label: 'View project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} отклонена`,
      title: 'Заявка отклонена',
      body: [say`Заявка команды ${team} на проект ${project} отклонена.`],
      next: [say`Команда может подать заявку на другой проект.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
  request_superseded: {
    en: ({ team, project }) => ({
      subject: say`Application for ${project} closed`,
      title: 'Application closed',
      body: [say`The team ${team} got another project, so its application for ${project} was closed.`],
      next: [say`No action is needed.`],
      label: 'View my project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} закрыта`,
      title: 'Заявка закрыта',
      body: [say`Команда ${team} получила другой проект, поэтому её заявка на проект ${project} закрыта.`],
      next: [say`Ничего делать не нужно.`],
      label: 'Открыть мой проект',
      why: why.ru(team),
    }),
  },
  request_withdrawn: {
    en: ({ team, project }) => ({
      subject: say`Application for ${project} withdrawn`,
      title: 'Application withdrawn',
      body: [say`The team ${team} withdrew its application for the project ${project}.`],
      next: [say`If this was a mistake, you can apply again while enrollment is open.`],
      label: 'View project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} отозвана`,
      title: 'Заявка отозвана',
      body: [say`Команда ${team} отозвала заявку на проект ${project}.`],
      next: [say`Если это ошибка, подайте новую заявку, пока идёт набор.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
}
