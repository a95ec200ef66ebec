/** Lists with French headings. Lists marked real have the headings and forms of a public file, with invented personal values. */
export const french = `
## staff | fr | Export SIRH | invented
Matricule | Civilité | Nom | Prénom | Date de naissance | Date d'entrée | Courriel professionnel | Courriel personnel | Responsable | Statut
F0012 | Mme | Lefèvre | Amélie | 04/05/1985 | 01/09/2012 | a.lefevre@transit.test | amelie@perso.test | P. Durand | Actif
F0013 | M. | Durand | Paul | 21/12/1970 | 03/01/2005 | p.durand@transit.test |  | B. Petit | Actif
F0015 | M. | N'Diaye | Moussa | 30/07/1990 | 15/02/2018 | m.ndiaye@transit.test | mn@perso.test | P. Durand | Sorti
F0019 | Mme | Petit | Brigitte | 11/11/1964 | 01/06/1995 | b.petit@transit.test |  |  | Actif
= external_id: Matricule
= name: Prénom + Nom
= email_address: Courriel professionnel
= is_active: Statut
map is_active: Actif=true, Sorti=false

## charge-code | fr | rubriques de facturation | invented
Code rubrique | Libellé | Code TVA | Compte de vente | Actif
FRET | Fret maritime | E0 | 706100 | O
THC | Manutention portuaire | N20 | 706200 | O
DOUANE | Dédouanement import | N20 | 706300 | N
= external_id: Code rubrique
= code: Code rubrique
= description: Libellé
= tax_code: Code TVA
= is_active: Actif

## tax-code | fr | taxes Axelor, lines | invented
importId | code | name | startDate | endDate | value
1 | TVA20 | TVA 20 % | 2014-01-01 |  | 0.2
2 | TVA10 | TVA 10 % | 2014-01-01 |  | 0.1
3 | TVA196 | TVA 19,6 % | 2000-04-01 | 2013-12-31 | 0.196
4 | TVA55 | TVA 5,5 % | 2014-01-01 |  | 0.055
= external_id: importId
= code: code
= description: name
= rate: value
= valid_from: startDate
= valid_to: endDate
unit: fraction

## charge-code | fr | articles de prestation | invented
Référence | Désignation | Famille | PU HT | TVA | En sommeil
PRE-01 | Transport routier | TRANSPORT | 120,00 | 20,00 | 0
PRE-02 | Passage en douane | DOUANE | 85,00 | 20,00 | 0
PRE-03 | Frais de dossier | DIVERS | 15,00 | 20,00 | 1
= external_id: Référence
= code: Référence
= description: Désignation
= is_active: not En sommeil

## tax-code | fr | Dolibarr c_tva | invented
rowid | pays | taux | localtax1 | localtax2 | recuperableonly | note | active
11 | 1 | 20.0000 | 0 | 0 | 0 | VAT standard rate (France) | 1
12 | 1 | 8.5000 | 0 | 0 | 0 | VAT standard rate (DOM) | 1
15 | 1 | 5.5000 | 0 | 0 | 0 | VAT reduced rate (France) | 0
= external_id: rowid
= rate: taux
= is_active: active
= description: note
~ description: (none)
unit: percent

## staff | fr | Silae salariés | invented
Matricule | Civilité | Nom | Prénom | Nom de naissance | Date d'entrée | Date de sortie | Emploi | Courriel pro
00012 | Mme | Lefèvre | Anaïs | Roux | 03/02/2018 |  | Déclarante | a.lefevre@alpes.test
00013 | M. | Garnier | Loïc |  | 01/09/2016 | 31/08/2024 | Affréteur | l.garnier@alpes.test
00019 | M. | Petit | Hugo |  | 15/05/2021 |  | Chauffeur | h.petit@alpes.test
= external_id: Matricule
= name: Prénom + Nom
= email_address: Courriel pro
= is_active: until Date de sortie

## staff | fr | annuaire | invented
Identifiant | Nom complet | Adresse e-mail | Compte désactivé | Dernière connexion | Service
alefevre | Anaïs Lefèvre | a.lefevre@alpes.test | Non | 02/03/2026 | Douane
lgarnier | Loïc Garnier | l.garnier@alpes.test | Oui | 11/07/2024 | Route
hpetit | Hugo Petit | h.petit@alpes.test | Non | 03/03/2026 | Route
= external_id: Identifiant
= name: Nom complet
= email_address: Adresse e-mail
= is_active: not Compte désactivé

## charge-code | fr | rubriques de facturation (2) | invented
Code rubrique | Libellé | Libellé anglais | Nature | Code TVA | Compte vente | Actif
FRET | Fret maritime | Ocean freight | FRET | E0 | 706100 | O
ENLV | Enlèvement | Pick up | DEPART | N20 | 706200 | O
LIVR | Livraison | Delivery | ARRIVEE | N20 | 706300 | O
DIV | Divers | Misc | AUTRE | N20 | 706900 | N
= external_id: Code rubrique
= code: Code rubrique
= description: Libellé
= charge_type: Nature
= tax_code: Code TVA
= is_active: Actif
map charge_type: FRET=freight, DEPART=origin, ARRIVEE=destination, AUTRE=other

## tax-code | fr | WooCommerce Canada | invented
Code pays | Code état | Code postal | Ville | Taux % | Nom de la taxe | Priorité | Cumulable | Expédition | Classe de taxe
CA | AB |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | NB |  |  | 15.0000 | TVH (15%) | 1 | 0 | 0 | 
CA | QC |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | QC |  |  | 9.9750 | TVQ (9.975%) | 2 | 0 | 0 | 
= country: Code pays
= region: Code pays +"-" Code état
~ region: (none)
= rate: Taux %
= description: Nom de la taxe
~ external_id: Code pays +"|" Code état +"|" Priorité
~ code: Nom de la taxe
unit: percent

## staff | fr | hours and rates | real
id | nom | prenom | role | equipe | heures_travaillees | taux_horaire | prime
1 | Marin | Alix | directeur | Direction | 160 | 45.0 | 500
2 | Dupuis | Jean | manager | Développement | 155 | 35.0 | 300
3 | Bertin | Sonia | employe | Développement | 148 | 22.0 | 150
4 | Leray | Marc | employe | Marketing | 162 | 24.0 | 200
= external_id: id
= name: prenom + nom
~ name: nom + prenom

## staff | fr | entry, leaving and status | real
EmployeID | Nom | Sexe | Âge | Poste | BU | DateEmbauche | DateDépart | Salaire | Statut
1 | Nguyen | M | 42 | Comptable | Bordeaux | 2022-02-07 |  | 32572 | Actif
2 | James | M | 52 | Data Analyst | Bordeaux | 2023-05-10 |  | 31070 | Actif
3 | Wilson | M | 60 | Comptable | Lyon | 2021-05-17 | 2023-01-08 | 49295 | Sorti
4 | Saunders | F | 39 | Développeur | Lyon | 2023-11-30 |  | 37115 | Actif
5 | Ward | F | 31 | Data Analyst | Paris | 2022-08-20 | 2024-01-18 | 31169 | Sorti
= external_id: EmployeID
= name: Nom
= is_active: Statut
~ is_active: until DateDépart
map is_active: Actif=true, Sorti=false

## staff | fr | collaborators with their manager | real
Civilité | Prenom | Nom | Societe | Site | Departement | Service | fonction | Manager-Prenom | Manager-Nom | Nom de PC | Marque PC | Date de naissance | Telephone fixe | Telephone portable
M. | Ali | Khalil | EcoTest | Bordeaux | Communication | Relation Médias | Chargé relation presse | Amaya | Gomes | PA68388 | DELL | 10-08-99 | 504643000 | 754169000
Mme | Zara | Andersen | EcoTest | Bordeaux | Communication | Relation Médias | Rédacteur | Amaya | Gomes | PA68414 | DELL | 08-22-01 | 565675000 | 690181000
M. | Hadi | Azouz | EcoTest | Bordeaux | Communication |  | Rédacteur | Wassim | Ibrahim | PA68411 | HP | 10-19-82 | 580541000 | 734964000
= name: Prenom + Nom
~ external_id: Nom de PC

## charge-code | fr | chart of accounts OHADA | real
numero | libelle | nature | classe | type
1 | Comptes de ressources durables | bilan | 1 | classe
10 | Capital | bilan | 1 | compte
61 | Transports | gestion | 6 | compte
64 | Impôts et taxes | gestion | 6 | compte
70 | Ventes | gestion | 7 | compte
= external_id: numero
= code: numero
= description: libelle

## charge-code | fr | repair services | real
id | name | price_range | duration | at_home
1 | Remplacement ecran | 200-800 MAD | 30-60 min | oui
2 | Remplacement batterie | 150-400 MAD | 20-30 min | oui
3 | Recuperation donnees | 200-500 MAD | 1-3h | non
4 | Diagnostic complet | 50 MAD | 15 min | oui
= external_id: id
~ code: id
= description: name

## tax-code | fr | Odoo, Tunisia | real
id | description | chart_template_id/id | type_tax_use | name | type | amount | account_collected_id/id | account_paid_id/id | base_code_id/id | tax_code_id/id | ref_base_code_id/id | ref_tax_code_id/id | base_sign | ref_tax_sign | ref_base_sign | tax_sign
tax_1 | A0 | l10n_tn | Purchase | Exonération TVA (achats) 0% | Percent |  | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BAEX |  | BAEX |  | -1 | -1 | 1 | 1
tax_2 | A12 | l10n_tn | Purchase | TVA déductible (achats) 12% | Percent | 0.12 | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BA12 | TA12 | BA12 | TA12 | -1 | -1 | 1 | 1
tax_5 | I18 | l10n_tn | Purchase | TVA déd/immob (achats) 18% | Percent | 0.18 | l10n_tn.pcg_43666 | l10n_tn.pcg_43666 | BAI18 | TAI18 | BAI18 | TAI18 | -1 | -1 | 1 | 1
tax_8 | 4 | l10n_tn | Sale | TVA 0% | Percent |  | l10n_tn.pcg_436711 | l10n_tn.pcg_436711 | AONI |  | AONI |  | 1 | 1 | -1 | -1
tax_11 | 1 | l10n_tn | Sale | TVA 18% | Percent | 0.18 | l10n_tn.pcg_436711 | l10n_tn.pcg_436711 | BC18 | TC18 | BC18 | TC18 | 1 | 1 | -1 | -1
= external_id: id
= code: description
~ code: id
~ code: (none)
= description: name
= rate: amount
= direction: type_tax_use
unit: fraction
map direction: Sale=output, Purchase=input

## staff | fr | pay slip columns, one row | real
Nom | Prenom | Poste | Salaire Base | Heures Sup | Prime | CNSS | IR | Salaire Net
Alami | Karim | Comptable | 2555.00 | 25.00 | 22.00 | 240.01 | 560.91 | 1813.58
= name: Prenom + Nom

## staff | fr | fifty columns, most of them blank | real
MATRICULE | NOM | PRENOM | SEXE | DATE_EMBAUCHE | DATE_SORTIE | MOTIF_SORTIE | TITRE | STATUT | NATIONALITE | DATE_NAISSANCE | DEPT_NAISSANCE | PAYS_NAISSANCE | VILLE_NAISSANCE | ADRESSE_ELEC | STATUT_AFFECT | STRUCTURE | CODE_STRUCTURE | DATE_CREAT_STRUCTURE | GROUPE | POSTE | FONCTION | CODE_EMPLOI | DOMAINE | FAMILLE | SOUS_FAMILLE | NUM_IPRES | NUM_CSS | CENTRE_PAIE | STATUT_CONFIRMER | DATE_CONFIRMATION | CATEGORIE | GRADE | MTL_SUPERVISEUR | SUPERVISEUR | LIEU_AFFECTATION | NUMERO IDENTITE | TEL_MOBILE | CUID
204 | HOUNDE | Anicet | M | 26/09/2022 |  |  | MR. |  |  | 02/02/1991 |  |  | Cotonou | anicet.hounde@firme.test | Active Assignment | Direction des Réseaux | DRSI | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 0177 | HESSE, Brice | SIEGE |  |  | 
7245 | WADA | Serigne Aziz | M | 26/09/2002 |  |  | MR. |  |  | 02/02/1971 |  |  | Dakar | serigne.wada@firme.test | Active Assignment | Direction des Systèmes | DSI/INS | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  |  |  | SABLUX |  |  | 
028196 | DIALLO | Seydou | M | 26/09/2011 |  |  | MR. |  |  | 02/02/1991 |  |  | Dakar | seydou.diallo@firme.test | Active Assignment | Direction des Systèmes | DSI/INS/IMOC | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 7245 | Serigne Aziz Wada | SABLUX |  |  | 
INT-64124 | TALLA | Mouhamed | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 |  |  | Dakar | mouhamed.talla@firme.test | Active Assignment | Direction des Systèmes | DSI/INS/IMOC | 27-sept-21 |  |  |  | ... |  |  |  |  |  |  |  |  |  |  | 28196 | Seydou DIALLO | SABLUX |  |  | 
= external_id: MATRICULE
= name: PRENOM + NOM
= email_address: ADRESSE_ELEC
~ is_active: STATUT_AFFECT

## staff | fr | entry date and pay | real
Nom | Poste | Date_Entree | Salaire
dupond | Développeur | 2018-06-01 | 35000
marten | Analyste | 2015-09-15 | 42000
durant | Chef de projet | 2012-03-10 | 55000
~ external_id: Nom
= name: Nom

## charge-code | fr | six accounts | real
nom_compte | numero_compte | libelle
Banque | 512 | Banque • Compte courant
Caisse | 531 | Caisse • Fonds de trésorerie
Clients | 411 | Clients • Créances clients
Ventes | 701 | Ventes de biens et services
= external_id: numero_compte
= code: numero_compte
= description: libelle
~ description: nom_compte

## staff | fr | directory accounts with the manager's address | real
nom | prenom | numero_utilisateur | login | email | adresse | droits | departement | poste | manager_email | active_directory_data
Duval | Jeanne | 1001 | jeanne.duval@iut.test | jeanne.duval@iut.test | 123 Rue de la République, Paris | Administration | IT | Développeur | manager@firme.test | {"groups": ["IT_Users"]}
Marin | Sophie | 1002 | sophie.marin@iut.test | sophie.marin@iut.test | 456 Avenue des Champs, Lyon | Ventes | RH | Responsable RH | directeur@firme.test | {"groups": ["HR_Users"]}
Duran | Pierre | 1003 | pierre.duran@iut.test | pierre.duran@iut.test | 789 Boulevard Michel, Marseille | Comptabilité | Finance | Comptable | chef.finance@firme.test | {"groups": ["Finance_Users"]}
Morel | Marie | 1004 | marie.morel@iut.test | marie.morel@iut.test | 321 Rue Hugo, Toulouse | Ressources Humaines | Commercial | Commerciale | manager@firme.test | {"groups": ["Sales_Users"]}
= external_id: numero_utilisateur
~ external_id: login
= name: prenom + nom
= email_address: email

## staff | fr | cloud accounts without headings | real
(none)
alice.marin | wUCJB9uLCwXzPPNDushe | Alice Marin | alice.marin@securite.test | Direction | 1gb | ubuntu
bob.duran | vwV69ZUWZ90bKLzfP6kW | Bob Duran | bob.duran@securite.test | Direction | 1gb | ubuntu
charlie.dev | 8hbWVDK21DLXPa7MU23j | Charlie Dev | charlie.dev@securite.test | Developpement | 1gb | ubuntu
diana.code | lB6T9Tpt63w0XflPdJft | Diana Code | diana.code@securite.test | Developpement | 1gb | ubuntu
hannah.prof | 5F6yYV4mjv4X7wVvco6q | Hannah Prof | hannah.prof@securite.test | Pedagogie | 1gb | ubuntu
= external_id: #1
~ external_id: #4
~ external_id: (none)
= name: #3
~ name: (none)
= email_address: #4

## charge-code | fr | SYSCOHADA, class and account | real
numero | libelle | nature | classe | type
1 | Comptes de ressources durables | bilan | 1 | classe
10 | Capital | bilan | 1 | compte
21 | Immobilisations incorporelles | bilan | 2 | compte
61 | Transports | gestion | 6 | compte
64 | Impôts et taxes | gestion | 6 | compte
66 | Charges de personnel | gestion | 6 | compte
= external_id: numero
= code: numero
= description: libelle

## tax-code | fr | shop rates in French, Canada | real
Code pays | Code état | Code postal | Ville | Taux % | Nom de la taxe | Priorité | Cumulable | Expédition | Classe de taxe
CA | AB |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | NB |  |  | 15.0000 | TVH (15%) | 1 | 0 | 0 | 
CA | ON |  |  | 13.0000 | TVH (13%) | 1 | 0 | 0 | 
CA | QC |  |  | 5.0000 | TPS (5%) | 1 | 0 | 0 | 
CA | QC |  |  | 9.9750 | TVQ (9.975%) | 2 | 0 | 0 | 
~ code: Nom de la taxe
= description: Nom de la taxe
= rate: Taux %
= country: Code pays
= region: Code pays +"-" Code état
unit: percent

## staff | fr | HR export of a telecom with 57 columns | real
MATRICULE | NOM | PRENOM | SEXE | DATE_EMBAUCHE | DATE_SORTIE | MOTIF_SORTIE | TITRE | STATUT | NATIONALITE | DATE_NAISSANCE | VILLE_NAISSANCE | ADRESSE_ELEC | STATUT_AFFECT | STRUCTURE | CODE_STRUCTURE | DATE_CREAT_STRUCTURE | GROUPE | POSTE | CODE_EMPLOI | CODE_EMPLOI1 | NUM_IPRES | MTL_SUPERVISEUR | SUPERVISEUR | LIEU_AFFECTATION | NBRE FEMMES | NUMERO IDENTITE | TEL_MOBILE | CUID
204 | HOUNGBO | M. Aristide | M | 26/09/2022 |  |  | MR. |  |  | 02/02/1991 | Cotonou | aristide.houngbo@firma.test | Active Assignment | Direction des Réseaux | DRSI | 27-sept-21 |  |  |  |  |  | 0177 | HOUNTO, Bruno | SIEGE CENTRAL |  |  |  | 
7245 | FALL | Serigne Alioune | M | 26/09/2002 |  |  | MR. |  |  | 02/02/1971 | Dakar | serigne.fall@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS | 27-sept-21 |  |  |  |  |  |  |  | TOUR |  |  |  | 
028196 | GUEYE | Seydina Moussa | M | 26/09/2011 |  |  | MR. |  |  | 02/02/1991 | Dakar | seydina.gueye@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 7245 | Serigne Fall | TOUR |  |  |  | 
028876 | DIOP | Papa Alassane | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 | Dakar | papa.diop@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 28196 | Seydina GUEYE | TOUR |  |  |  | 
INT-64124 | FAYE | Mouhamed Lamine | M | 26/09/2021 |  |  | MR. |  |  | 02/02/1991 | Dakar | mouhamed.faye@firma.test | Active Assignment | Direction des Systèmes d'Information | DSI/INS/IMOC | 27-sept-21 |  |  |  |  |  | 28196 | Seydina GUEYE | TOUR |  |  |  | 
= external_id: MATRICULE
= name: PRENOM + NOM
= email_address: ADRESSE_ELEC
~ is_active: (none)
~ is_active: STATUT_AFFECT
~ is_active: until DATE_SORTIE
`;
