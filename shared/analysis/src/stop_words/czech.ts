/** Lucene's list. */
export const CZECH = `
a s k o i u v z dnes cz tímto budeš budem byli jseš můj svým ta tomto tohle tuto tyto jej zda proč
máte tato kam tohoto kdo kteří mi nám tom tomuto mít nic proto kterou byla toho protože asi ho
naši napište re což tím takže svých její svými jste aj tu tedy teto bylo kde ke pravé ji nad
nejsou či pod téma mezi přes ty pak vám ani když však neg jsem tento článku články aby jsme před
pta jejich byl ještě až bez také pouze první vaše která nás nový tipy pokud může strana jeho své
jiné zprávy nové není vás jen podle zde už být více bude již než který by které co nebo ten tak má
při od po jsou jak další ale si se ve to jako za zpět ze do pro je na atd atp jakmile přičemž já
on ona ono oni ony my vy jí mě mne jemu tomu těm těmu němu němuž jehož jíž jelikož jež jakož načež
`;
