import { type Line, say } from '#mail/letter.ts'
import type { Texts } from './text.ts'

// How an application of a team went.

type Kind = 'request_received' | 'request_approved' | 'request_declined' | 'request_superseded' | 'request_withdrawn'

const why = {
  en: (team: Line) => say`You get this mail because you speak for the team ${team}.`,
  ru: (team: Line) => say`Вы получили это письмо, потому что представляете команду ${team}.`,
}

export const requestTexts: Record<Kind, Texts> = {
  request_received: {
    en: ({ team, project }) => ({
      subject: say`The team ${team} has applied for ${project}`,
      title: 'The application has arrived',
      body: [say`The application of the team ${team} for the project ${project} is with the people who decide about it.`],
      next: [say`You will hear from us when they have. Until then the team can still change or withdraw it.`],
      label: 'Open the project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Команда ${team} подала заявку на проект ${project}`,
      title: 'Заявка принята на рассмотрение',
      body: [say`Заявка команды ${team} на проект ${project} поступила к тем, кто принимает решение.`],
      next: [say`Мы сообщим, когда оно появится. До тех пор команда может изменить или отозвать заявку.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
  request_approved: {
    en: ({ team, project }) => ({
      subject: say`The team ${team} got the project ${project}`,
      title: 'The project is yours',
      body: [
        say`The application of the team ${team} for the project ${project} was accepted. Congratulations!`,
        say`A team works on one project at a time, so its other applications, if there were any, are closed.`,
      ],
      next: [say`Now is a good time to tell the team and to look at dates and requirements together.`],
      label: 'Open my project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Команда ${team} получила проект ${project}`,
      title: 'Проект ваш',
      body: [
        say`Заявка команды ${team} на проект ${project} одобрена. Поздравляем!`,
        say`Команда ведёт один проект за раз, поэтому другие её заявки, если они были, закрыты.`,
      ],
      next: [say`Самое время рассказать об этом команде и вместе посмотреть сроки и требования.`],
      label: 'Открыть мой проект',
      why: why.ru(team),
    }),
  },
  request_declined: {
    en: ({ team, project }) => ({
      subject: say`The application for ${project} was declined`,
      title: 'It did not work out this time',
      body: [say`The application of the team ${team} for the project ${project} was declined.`],
      next: [say`The team is free to apply for other projects at once.`],
      label: 'Open the project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} отклонена`,
      title: 'В этот раз не получилось',
      body: [say`Заявка команды ${team} на проект ${project} отклонена.`],
      next: [say`Команда может сразу подать заявку на другой проект.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
  request_superseded: {
    en: ({ team, project }) => ({
      subject: say`The application for ${project} is closed`,
      title: 'One project at a time',
      body: [say`The team ${team} got another project, so its application for ${project} was closed.`],
      next: [say`There is nothing to do. What the team works on now is on the page below.`],
      label: 'Open my project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} закрыта`,
      title: 'Один проект за раз',
      body: [say`Команда ${team} получила другой проект, поэтому её заявка на ${project} закрыта.`],
      next: [say`Делать ничего не нужно. Чем команда занята сейчас, видно по ссылке ниже.`],
      label: 'Открыть мой проект',
      why: why.ru(team),
    }),
  },
  request_withdrawn: {
    en: ({ team, project }) => ({
      subject: say`The application for ${project} was withdrawn`,
      title: 'The application was withdrawn',
      body: [say`The team ${team} withdrew its application for the project ${project}.`],
      next: [say`If that was a mistake, apply again while the project takes applications.`],
      label: 'Open the project',
      why: why.en(team),
    }),
    ru: ({ team, project }) => ({
      subject: say`Заявка на проект ${project} отозвана`,
      title: 'Заявка отозвана',
      body: [say`Команда ${team} отозвала заявку на проект ${project}.`],
      next: [say`Если это ошибка, подайте заявку снова, пока проект их принимает.`],
      label: 'Открыть проект',
      why: why.ru(team),
    }),
  },
}
