// The words a directory needs before its first project: also the start of a directory without demo content.

type Role = { name: string; aliases: string[] }
export const roles: Role[] = [
  { name: 'Team lead', aliases: ['тимлид', 'руководитель команды', 'team leader', 'lead'] },
  { name: 'Project manager', aliases: ['менеджер проекта', 'руководитель проекта', 'PM', 'проджект'] },
  { name: 'Product manager', aliases: ['менеджер продукта', 'product owner', 'владелец продукта', 'продакт'] },
  { name: 'Business analyst', aliases: ['бизнес-аналитик', 'analyst', 'аналитик'] },
  { name: 'System analyst', aliases: ['системный аналитик', 'systems analyst'] },
  { name: 'Software architect', aliases: ['архитектор ПО', 'архитектор', 'architect'] },
  { name: 'Frontend developer', aliases: ['фронтенд-разработчик', 'фронтендер', 'front-end', 'frontend dev'] },
  { name: 'Backend developer', aliases: ['бэкенд-разработчик', 'бэкендер', 'back-end', 'backend dev', 'серверный разработчик'] },
  { name: 'Full-stack developer', aliases: ['фулстек-разработчик', 'fullstack', 'full stack'] },
  { name: 'Android developer', aliases: ['андроид-разработчик', 'Android-разработчик', 'Kotlin developer'] },
  { name: 'iOS developer', aliases: ['iOS-разработчик', 'разработчик для айфона', 'Swift developer'] },
  { name: 'Embedded developer', aliases: ['разработчик встраиваемых систем', 'embedded', 'программист микроконтроллеров', 'firmware'] },
  { name: 'Robotics engineer', aliases: ['инженер-робототехник', 'робототехник', 'roboticist'] },
  { name: 'Electronics engineer', aliases: ['инженер-электронщик', 'электронщик', 'hardware engineer'] },
  { name: 'Mechanical designer', aliases: ['инженер-конструктор', 'конструктор', 'CAD', 'mechanical engineer'] },
  { name: 'Data analyst', aliases: ['аналитик данных', 'data analytics'] },
  { name: 'Data engineer', aliases: ['инженер данных', 'ETL', 'дата-инженер'] },
  {
    name: 'Machine learning engineer',
    aliases: ['ML-инженер', 'специалист по машинному обучению', 'ML', 'data scientist', 'дата-сайентист'],
  },
  { name: 'UX/UI designer', aliases: ['дизайнер интерфейсов', 'UX', 'UI', 'веб-дизайнер', 'product designer'] },
  { name: 'Graphic designer', aliases: ['графический дизайнер', 'иллюстратор', 'illustrator', 'художник'] },
  { name: 'Tester', aliases: ['тестировщик', 'QA', 'QA engineer', 'инженер по качеству'] },
  { name: 'DevOps engineer', aliases: ['DevOps-инженер', 'системный администратор', 'devops', 'sysadmin', 'SRE'] },
  { name: 'Technical writer', aliases: ['технический писатель', 'документалист', 'редактор', 'documentation'] },
  { name: 'Researcher', aliases: ['исследователь', 'UX researcher', 'социолог', 'интервьюер'] },
]

/** The last one is the catch-all: it owns no host and takes every address the others do not. */
export const platforms = [
  { name: 'GitHub', hosts: ['github.com', 'gist.github.com', 'github.io'] },
  { name: 'GitLab', hosts: ['gitlab.com', 'gitlab.io'] },
  { name: 'Figma', hosts: ['figma.com'] },
  { name: 'Google Drive', hosts: ['drive.google.com', 'docs.google.com'] },
  { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  { name: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  { name: 'Notion', hosts: ['notion.so', 'notion.site'] },
  { name: 'Miro', hosts: ['miro.com'] },
  { name: 'Website', hosts: [] as string[] },
]

export const fileTypes = [
  { name: 'Presentation', isPublic: true },
  { name: 'Report', isPublic: true },
  { name: 'Poster', isPublic: true },
  { name: 'Video', isPublic: true },
  { name: 'Data set', isPublic: true },
  { name: 'Source code', isPublic: false },
  { name: 'Technical specification', isPublic: false },
]

export const refusalReasons = [
  { en: 'All places have been given to other teams.', ru: 'Все места заняты другими командами.' },
  { en: 'The team lacks skills the project needs.', ru: 'В команде нет навыков, нужных проекту.' },
  { en: 'The team is too small for the amount of work.', ru: 'Команда слишком мала для такого объёма работы.' },
  { en: 'The application does not say how the team wants to work.', ru: 'Из заявки не видно, как команда собирается работать.' },
  { en: 'The schedule of the team does not fit the project.', ru: 'Расписание команды не совпадает со сроками проекта.' },
  { en: 'The client has postponed or changed the project.', ru: 'Заказчик перенёс или изменил проект.' },
]
