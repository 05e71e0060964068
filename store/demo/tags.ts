export const demoTags = [
  { name: 'Web', description: 'Sites, portals and applications that run in a browser.' },
  { name: 'Mobile', description: 'Applications for phones and tablets, native or installed from the browser.' },
  { name: 'Machine learning', description: 'Models that learn from data: recognition, forecasts, search by meaning.' },
  { name: 'Open data', description: 'Collecting, cleaning and publishing data that everybody may use.' },
  { name: 'Design', description: 'Interfaces, visualisation, objects and spaces.' },
  { name: 'City', description: 'Transport, streets, public services and neighbourhoods.' },
  { name: 'Интернет вещей', description: 'Датчики, контроллеры и устройства, которые передают данные.' },
  { name: 'Робототехника', description: 'Роботы, манипуляторы, беспилотники и механика.' },
  { name: 'Образование', description: 'Школа, университет и всё, что помогает учиться и учить.' },
  { name: 'Здоровье', description: 'Медицина, реабилитация, питание и помощь людям.' },
  { name: 'Культура', description: 'Музеи, театры, библиотеки, архивы и живая память.' },
  { name: 'Экология', description: 'Природа, воздух, вода, энергия и бережное потребление.' },
]
