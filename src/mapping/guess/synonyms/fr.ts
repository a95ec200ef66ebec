export const french = `
staff: employé, employée, employés, salarié, salariés, collaborateur, collaborateurs, personnel, utilisateur, utilisateurs, agent, personne, membre, opérateur
charge: frais, prestation, prestations, redevance, article, service, rubrique, produit, libellé frais, débours, facturation, rubriques, charge
tax: taxe, taxes, tva, impôt, fiscal, fiscale
manager: responsable, manager, supérieur, supérieur hiérarchique, chef, n 1, hiérarchique, directeur
relative: contact d urgence, urgence, conjoint, personne à contacter
customer: client, clients
vendor: fournisseur, fournisseurs, transporteur
company: société, entreprise, organisation, établissement, raison sociale, dossier, plan comptable
department: département, service affectation, direction, équipe, pôle, unité
branch: agence, site, bureau, lieu, lieu de travail, succursale
job_title: poste, fonction, emploi, titre, métier, intitulé du poste, qualification professionnelle, grade
role: rôle, profil, habilitation, droits, licence
bank: banque, rib, iban, compte bancaire
ledger: compte, compte comptable, compte général, numéro de compte, compte de vente, compte achat, compte de taxe, compte tva, compte vente
cost_centre: centre de coût, centre de coûts, section analytique, centre de profit
currency: devise, code devise, monnaie
unit: unité de mesure, unité, base de calcul
document: facture, contrat, case, déclaration
tariff: nomenclature douanière, code douanier, code sh
work: professionnel, professionnelle, pro, travail, entreprise
private: personnel, personnelle, perso, privé, privée
secondary: secondaire, autre, alternatif, secours, second
local: local, locale, français
english: anglais, anglaise
short: court, courte, abrégé
long: long, complet, longue
old: ancien, ancienne
new: nouveau, nouvelle
cost: achat, achats, coût, dépense, déductible
sell: vente, ventes, produit, recette, collectée
filler: de, du, des, le, la, les, l, d, à, au, en, par, pour, sur, est, et, un, une
email: e mail, email, courriel, mail, adresse e mail, adresse email, adresse mail, adresse électronique, mél, adresse de messagerie, messagerie, adresse courriel
email+work: email professionnel, courriel professionnel, mail professionnel, adresse email professionnelle, mail pro, email pro, e mail professionnel
email+private: email personnel, courriel personnel, mail personnel, mail perso
id: id, identifiant, identifiant unique, clé, identifiant interne, réf interne
number: numéro, no, num, n, nº
code: code, sigle, référence, réf, abréviation, clé
id+staff: matricule, matric, numéro matricule, numéro d employé, numéro employé, n matricule, code salarié, code employé, identifiant salarié, matricule salarié, numéro de salarié, code utilisateur, no employé, code agent
login: identifiant de connexion, nom d utilisateur, login, identifiant utilisateur, compte utilisateur
full_name: nom complet, nom et prénom, nom prénom, prénom et nom, prénom nom, nom affiché, nom et prénoms, nom d affichage, nom prénoms, nom du salarié, nom de l employé
given_name: prénom, prénoms
family_name: nom de famille, nom patronymique, nom d usage, patronyme
middle_name: deuxième prénom, nom de naissance, nom de jeune fille
salutation: civilité, titre de civilité, mme m
name: nom
description: description, libellé, désignation, intitulé, libellé long, libellé court, libellé tva, descriptif, libellés, nom de la taxe, texte, dénomination
active: actif, active, activé, est actif, en activité, en service, valide, en vigueur, actif o n
inactive: inactif, inactive, bloqué, désactivé, archivé, supprimé, fermé, en sommeil, suspendu, obsolète, radié, mis en sommeil
status: statut, état, situation, statut salarié, statut employé, etat
end_date+staff: date de sortie, date de départ, date de fin de contrat, date fin contrat, date sortie, date départ, date de fin d emploi, fin de contrat, date de fin, sortie le
hire_date: date d embauche, date d entrée, date embauche, date entrée, date d arrivée, ancienneté, date d ancienneté, entrée le, date de début de contrat
birth_date: date de naissance, naissance, date naissance, né le, né e le, lieu de naissance, année de naissance
created_at: créé le, date de création, date création, création
modified_at: modifié le, date de modification, dernière modification, mis à jour le, mise à jour, date de mise à jour, date modification, modification, dernière mise à jour, date maj, date de dernière modification, maj
last_login: dernière connexion
date: date, heure, jour, mois, année
valid_from: date de début, valable du, début de validité, valide du, date début, date d effet, à partir du, début, date début validité, applicable du, en vigueur le
valid_to: date de fin, valable jusqu au, fin de validité, valide au, date fin, jusqu au, fin, date fin validité, expiration, applicable au
rate: taux, pourcentage, taux de tva, taux tva, taux de taxe, pourcent, taux applicable
value: valeur
country: pays, code pays, code iso pays, pays iso
region: région, code état, code province, province, état région, canton, département région, territoire
city: ville, commune, localité
postcode: code postal, cp
address: adresse, rue, adresse postale
phone: téléphone, tél, portable, mobile, télécopie, fax, numéro de téléphone, tel portable, gsm, ligne directe, poste téléphonique
password: mot de passe, mdp
gender: sexe, genre
nationality: nationalité
marital_status: situation familiale, état civil, situation matrimoniale
national_id: numéro de sécurité sociale, n sécurité sociale, nir, numéro insee, cni, carte d identité, passeport, numéro ss, cnss, numéro cnss, cin
salary: salaire, rémunération, coefficient, échelon, taux horaire, salaire brut, salaire de base
age: âge
education: diplôme, formation, niveau d études
employment_type: type de contrat, contrat, nature du contrat, temps de travail, catégorie socioprofessionnelle, type d employé, type contrat
language: langue
photo: photo, image
note: remarque, remarques, commentaire, commentaires, observation, observations
sort_order: ordre, tri, rang
row_number: n ordre, numéro d ordre, ligne
amount: montant, prix, prix unitaire, tarif, prix ht, montant ht, minimum
quantity: quantité, qté, nombre
taxable: taxable, assujetti, soumis à tva, exonéré, soumis tva
kind: type, genre de, nature, type de taxe, type de frais, classe
group: groupe, famille, groupe de taxes, sous groupe
category: catégorie
direction: sens, usage, champ d application, achat vente, vente achat
email: adresse elec, adresse élec, adr elec, courrier elec
`;
