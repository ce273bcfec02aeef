"""Pools of Brazilian given names and surnames for invented people, written by hand, the commonest first.

Belongs here: words only. Does not belong here: how often each is drawn and how people are made (`people`).
Two pools that share few words, so that what holds on one can be checked on the other.
"""

# ruff: noqa: SIM905  (a pool is read and mended as prose)

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NamePool:
    """Words in descending order of frequency, and how steeply they decline (exponents of Zipf's law)."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    surnames: tuple[str, ...]
    given_steepness: float
    surname_steepness: float


COAST = NamePool(
    women=tuple(
        """
        Maria Ana Júlia Beatriz Larissa Letícia Mariana Amanda Gabriela Camila Isabela Sofia Luíza Helena
        Alice Valentina Manuela Laura Heloísa Cecília Lívia Lorena Yasmin Vitória Rafaela Giovanna Eduarda
        Clara Lara Melissa Nicole Rebeca Sarah Emanuelly Isadora Marina Fernanda Bruna Natália Bianca
        Carolina Débora Priscila Patrícia Aline Vanessa Jéssica Tatiane Luana Tainá Ingrid Raquel Ester
        Milena Pietra Antonella Agatha Stella Catarina Elisa Olívia Alícia Mirela Nina Liz Maitê Ayla Eloá
        Aurora Maya Analu Lavínia Bárbara Daniela Michele Simone Adriana Juliana Cristina Sandra Márcia
        Cláudia Luciana Renata Mônica Sônia Vera Lúcia Rita Francisca Antônia Raimunda Josefa Terezinha
        Fátima Socorro Conceição Aparecida Graça Glória Penha Dulce Edna Ivone Neusa Zilda Célia Marta
        Rosângela Regina Eliane Fabiana Viviane Karina Kelly Kátia Andressa Paloma Thaís Thalita Rayssa
        Raíssa Jamile Janaína Jaqueline Joana Josiane Juliane Karen Karoline Kamila Lais Leila Lidiane Lígia
        Lílian Liliane Lorrane Lucélia Luzia Magda Maísa Marcela Margarida Marília Marisa Marlene Mayara
        Micaela Mikaela Nádia Nair Naiara Nathália Noemi Norma Núbia Odete Paula Poliana Priscilla Rayane
        Rebecca Roberta Rosana Rosa Rosimeire Rute Sabrina Samara Samira Sílvia Solange Suelen Suzana Sueli
        Taís Tamires Tânia Tatiana Telma Teresa Vânia Verônica Virgínia Vivian Wanda Yara Yohana Zélia
        Zuleica Abigail Ágata Alessandra Alexandra Amélia Anita Antonieta Arlete Berenice Betânia Carmem
        Cássia Cíntia Clarice Cleide Cleonice Cristiane Dalva Damiana Denise Diana Dilma Edilene Edileuza
        Elaine Elba Elenice Elisângela Elizabete Eloísa Elvira Emília Érica Esmeralda Estela Eugênia Eunice
        Eva Fabíola Flávia Flora Francine Genilda Geovana Gilda Gilmara Gislene Graziela Hilda Iara Ilda
        Inês Iracema Irene Iris Isabel Ivana Ivete Ívina Izabel Jacinta Jandira Joelma Josélia Jovelina
        Judite Jurema Laís Leda Lena Léa
        """.split()
    ),
    men=tuple(
        """
        João Pedro Lucas Gabriel Miguel Arthur Matheus Davi Guilherme Rafael Gustavo Felipe Bruno Enzo
        Bernardo Heitor Samuel Theo Nicolas Lorenzo Benjamin Murilo Henrique Vinícius Eduardo Caio Daniel
        Leonardo Thiago Victor Antônio José Francisco Paulo Luiz Carlos Marcos Raimundo Sebastião Manoel
        Severino Geraldo Cícero Damião Expedito Joaquim Vicente Benedito Fernando Ricardo Roberto Rodrigo
        Anderson Alexandre Fábio Marcelo Adriano André Renato Rogério Sérgio Cláudio Márcio Edson Wellington
        Wesley Wagner Washington William Wallace Jefferson Jonathan Jhonatan Johnny Kauã Kaio Kevin Yuri
        Ygor Igor Ian Ícaro Isaac Isaque Israel Ismael Ítalo Ivan Jair Jairo Jânio Jean Jesus Joel Jonas
        Jorge Josué Júlio Juan Kleber Laércio Lázaro Leandro Levi Lineu Luan Luciano Lucca Luís Maicon
        Marciano Mário Mateus Maurício Mauro Maxwell Michael Michel Milton Moacir Moisés Natan Nathan Nelson
        Neymar Nilson Noah Otávio Oscar Osvaldo Patrick Pietro Pablo Plínio Ravi Raul Ramon Reginaldo
        Reinaldo Renan Richard Robson Romeu Romário Rômulo Ronaldo Ruan Rubens Ryan Salomão Sandro Saulo
        Sidney Silvano Sílvio Tadeu Tales Tarcísio Tiago Tomás Túlio Ubiratan Ulisses Valdemar Valdir Valmir
        Vanderlei Vitor Wanderson Washigton Wendel Willian Xavier Zacarias Abel Abraão Acácio Adalberto
        Ademar Ademir Adílson Aécio Afonso Agenor Agnaldo Aílton Alan Alberto Alceu Alcides Aldo Alex
        Alfredo Alisson Almir Aloísio Altair Álvaro Amadeu Amaro Américo Anacleto Anselmo Aparecido
        Aristides Arnaldo Artur Ariel Arlindo Armando Asafe Ataíde Augusto Aurélio Baltazar Batista Belmiro
        Bento Breno Brian Calebe Camilo Cassiano Cauã Cauê Celso César Charles Christian Clóvis Cristiano
        Cristóvão Danilo Dário Dênis Deivid Dimas Diogo Diego Dirceu Domingos Douglas Durval Edgar Edilson
        Edinaldo Edivan Edmilson Edmundo Edvaldo Eliel Elias Elielson Eliseu Elton Emanuel Emerson Erick
        Ernesto Estêvão Euclides Eugênio Evandro Everton Ezequiel Fabiano Fabrício Fausto Flávio Frederico
        Gean Genival Gilberto
        """.split()
    ),
    surnames=tuple(
        """
        Silva Santos Oliveira Souza Lima Pereira Costa Ferreira Rodrigues Almeida Nascimento Alves Carvalho
        Araújo Ribeiro Gomes Martins Rocha Barbosa Dantas Medeiros Bezerra Fernandes Soares Lopes Vieira
        Cavalcante Freitas Dias Monteiro Melo Moura Batista Campos Cardoso Azevedo Andrade Nunes Moreira
        Teixeira Marques Machado Mendes Ramos Gonçalves Santana Castro Correia Barros Pinto Borges Cunha
        Morais Macedo Maia Câmara Galvão Queiroz Saraiva Rêgo Paiva Pinheiro Fonseca Farias Duarte Diniz
        Lacerda Brito Bandeira Guedes Holanda Peixoto Pessoa Pontes Praxedes Queiroga Rosado Sales Sampaio
        Siqueira Tavares Torres Trindade Varela Vasconcelos Viana Xavier Ximenes Albuquerque Alencar Amaral
        Amorim Antunes Aquino Arruda Assis Assunção Avelino Bastos Belém Bessa Bonfim Braga Brandão Brasil
        Bulhões Cabral Caldas Calado Camargo Canuto Capistrano Carneiro Cavalcanti Chagas Chaves Coelho
        Colaço Cordeiro Cortez Coutinho Crisóstomo Cruz Dourado Dutra Emerenciano Epifânio Estevam
        Evangelista Fagundes Falcão Félix Ferraz Fialho Figueiredo Firmino Florêncio Fontes França Franco
        Furtado Gadelha Gama Garcia Germano Godeiro Góis Gondim Gouveia Gurgel Guerra Guimarães Gusmão
        Henriques Honório Inácio Jácome Jales Jordão Justino Lago Laurentino Leal Leandro Leão Leite Lemos
        Lins Linhares Lira Lisboa Lobato Lobo Lourenço Lucena Lustosa Luna Macêdo Maciel Madruga Magalhães
        Malta Manso Maranhão Marinho Mariz Matias Matos Maurício Meira Meireles Mesquita Miranda Moita Mota
        Muniz Nazaré Negreiros Neves Nobre Nóbrega Nogueira Noronha Novaes Olímpio Padilha Pacheco Palhares
        Passos Paulino Paz Pedrosa Penha Pimenta Pimentel Pires Porto Prado Prates Procópio Quintela Quirino
        Rabelo Rangel Raposo Raulino Rebouças Resende Rezende Rios Rodolfo Rolim Roque Sá Salustino Salviano
        Seabra Serafim Sena Serrano Severo Silveira Simões Solano Sobral Tarquínio Tinoco Toscano Trigueiro
        Uchôa Valença Valentim Veloso Veras Veríssimo Vidal Vilar Vitorino Wanderley Zacarias Abrantes
        Acioli Aguiar Alcântara Alecrim Alexandria Alvarenga Anjos Apolinário Aragão Araripe Arcanjo Ataíde
        Augusto Ávila Azambuja Baía Balbino Baracho Baraúna Barreto Bento Bernardino Bertoldo Bilac Bispo
        Boaventura Botelho Brilhante Buriti Cajueiro Calixto Camboim Candeia Cândido Caetano Carlos Casado
        Cassiano Cipriano Clementino Coimbra Conrado Couto Custódio Damasceno Delfino Deodato Domingues
        Donato Elias Elói Espínola Eufrásio Fabrício Faustino Feitosa Felipe Feliciano Felinto Fidélis
        Filgueira Fortunato Fragoso Frazão Gabriel Galdino Gaspar Genuíno Gregório Grilo Hilário Hipólito
        Isidro Januário Jerônimo Julião Juvino Ladislau Laranjeira Leocádio Leopoldino Liberato Libório
        Lázaro Lúcio Luz Malaquias Mamede Manoel Marçal Marcolino Martiniano Mascena Máximo Messias Modesto
        Monte Montenegro Morato Mourão Napoleão Narciso Natividade Neco Nicácio Norberto Onofre Otaviano
        Ovídio Pascoal Patrício Pegado Penaforte Peregrino Pinho Piragibe Policarpo Quaresma Querino
        Quintino Raimundo Reinaldo Régis Romão Rufino Sabino Sabóia Salgado Salvador Sarmento Saturnino
        Secundino Serejo Silvério Silvestre Simão Sizenando Tenório Teófilo Tibúrcio Timóteo Tito Tomaz
        Torquato Umbelino Urbano Vale Vaz Ventura Viegas Vilela Virgínio Vital Viveiros Zeferino
        """.split()
    ),
    given_steepness=0.75,
    surname_steepness=0.9,
)

SOUTH = NamePool(
    women=tuple(
        """
        Maria Ana Eloah Manuella Sophia Luísa Isabelly Esther Mirella Emilly Evelyn Ketlyn Kethelyn Brenda
        Franciele Gisele Graziele Thayná Thainara Dandara Jordana Luna Mel Flor Celina Celeste Benedita
        Domingas Efigênia Ernestina Felícia Filomena Gertrudes Guilhermina Hortência Idalina Ifigênia Inaiá
        Iolanda Isaura Iva Ivonete Jocasta Jordânia Jozilene Juçara Jussara Kauane Kênia Lauriane Lenira
        Leonor Leopoldina Lisiane Lorena Loreta Lourdes Lucila Luciene Ludmila Luma Mafalda Malu Marcele
        Margarete Marian Marieta Marilda Marilene Marinalva Marinês Mariza Marli Martina Matilde Mércia
        Meire Melina Mirna Miriam Moema Nara Natacha Neide Nélia Nilda Nilza Noêmia Ofélia Olga Oneide
        Palmira Pâmela Perla Quitéria Rafaella Ramona Regiane Rejane Roseli Rosilda Rosário Rosinha Rubi
        Salete Salomé Sara Scheila Selma Sheila Shirley Silmara Silvana Simara Sirlene Soraia Stefany
        Stephanie Susana Tabata Tábita Taciana Talita Tália Tamara Tereza Tirza Úrsula Valdete Valdirene
        Valéria Valquíria Vanusa Vilma Violeta Wilma Xênia Yasmim Yolanda Zenaide Zenilda Zilá Zoé Zoraide
        Zulmira Açucena Adelaide Adélia Adelina Adília Agnes Alana Albertina Alda Alzira Amália Anabel Anaís
        Angélica Angelina Ariana Ariadne Arminda Astrid Augusta Áurea Brígida Brisa Cacilda Camille Cândida
        Carina Carla Carlota Caroline Cátia Charlene Cibele Clarissa Claudete Cléo Constância Cora Corina
        Creusa Dafne Dalila Dália Daiane Dayane Deise Delfina Djanira Dora Doralice Doroteia Edite Elza Ema
        Enedina Ermelinda Estefânia Etelvina Eulália Fabrícia Felipa Fiorella Francielly Gerusa Geni Giulia
        Gláucia Greta Guiomar Haydée Heloise Hanna Herminia Iasmin Ilza Jade Jacira
        """.split()
    ),
    men=tuple(
        """
        José João Antônio Francisco Luís Otto Hugo Vitor Gael Anthony Valentim Bento Joaquim Martim Tomé
        Artur Matias Caleb Dante Eric Derick Dominic Brayan Breno Cael Ciro Cristian Dilan Edson Emílio
        Enrico Erasmo Estevan Fabiano Felippe Fidel Filipe Gaspar Geovane Giovani Giuseppe Gregório Guido
        Hélio Henri Hermes Hernandes Hilton Homero Horácio Humberto Inácio Iago Irineu Ivo Jackson Jacó
        Jaime Jamil Jardel Jeremias Jerônimo Joabe Joacir Jocimar Jonatas Jordan Josias Jurandir Juvenal
        Kleiton Lauro Leôncio Leopoldo Liam Lincoln Lisandro Lourival Luciano Lucídio Ludovico Macário Magno
        Malaquias Manuel Marcílio Marlon Marvin Matheo Maximiliano Melquior Micael Mílton Misael Nabor
        Napoleão Nazareno Nestor Newton Nicanor Nilo Nivaldo Norberto Odair Odilon Olavo Olegário Olívio
        Omar Onofre Orestes Orlando Osmar Osório Ovídio Pascoal Péricles Petrônio Quirino Rafa Ramiro Raniel
        Régis Remo Rian Rildo Rivaldo Rodolfo Rogê Rolando Rosendo Rudá Rui Ruy Samir Sancho Santiago Sávio
        Serafim Servílio Silas Sinval Sólon Sotero Taciano Tarso Teobaldo Teodoro Teófilo Tércio Thales
        Theodoro Tibério Timóteo Tobias Tristão Urbano Uriel Valdeci Valdomiro Valério Vasco Venâncio
        Veríssimo Vidal Virgílio Vladimir Waldemar Walter Wilson Yago Yan Ytalo Zaqueu Zeca Zeno Abelardo
        Abílio Adalto Adão Adelmo Adolfo Adriel Alarico Albano Alvim Anderson Ângelo Aníbal Apolo Aquiles
        Arão Argemiro Ari Ariovaldo Armindo Astolfo Átila Atílio Aurino Barnabé Bartolomeu Basílio Belchior
        Benício Benvindo Bóris Bráulio Cândido Casemiro Célio Cipriano Cirilo Clemente Conrado Cosme
        Custódio Damasceno Décio Delfim Demétrio Donato Dorival Edésio Edgard Egídio Élcio Elói Epitácio
        """.split()
    ),
    surnames=tuple(
        """
        Silva Santos Souza Oliveira Pereira Schneider Becker Müller Schmidt Weber Wagner Hoffmann Klein Koch
        Bianchi Rossi Ferrari Bortolini Zanella Zanetti Dalmolin Menegat Pasqualotto Perin Piva Poletto
        Rizzo Romani Salvatori Sartori Scopel Segalin Signori Slongo Sonego Spagnol Stefanello Tonial
        Toniolo Trevisan Turra Valduga Vanin Venturin Vieceli Vicari Zamboni Zancan Zardo Zatta Zilio Zorzi
        Kowalski Nowak Wisniewski Wojcik Lewandowski Kaminski Zielinski Szymanski Wozniak Dombrowski
        Kozlowski Jankowski Mazur Krawczyk Grabowski Pawlak Michalski Nakamura Tanaka Yamamoto Watanabe
        Suzuki Takahashi Kobayashi Sato Ito Matsumoto Inoue Kimura Hayashi Shimizu Yamada Sasaki Mori Abe
        Ikeda Hashimoto Ishikawa Ogawa Okada Fujita Hasegawa Haddad Khoury Nasser Salomão Jabur Maluf
        Abdalla Chedid Curi Farah Gebara Issa Kalil Mansur Sarkis Tannus Teixeira Rodrigues Martins Ribeiro
        Machado Cardoso Antunes Padilha Fagundes Ávila Quadros Goulart Bittencourt Medina Dornelles Severo
        Lopes Nunes Prestes Trindade Vargas Amaro Bueno Camargo Caldeira Siqueira Garcia Padovani Peixer
        Pickler Preuss Rech Reis Reinert Riffel Ritter Rohden Roman Ruschel Sander Sauer Schaefer Schaffer
        Scheffer Schenkel Scherer Schlickmann Schmitz Schreiber Schultz Schuster Seibel Seidel Simon
        Steffens Stein Steiner Strapasson Thiesen Thomé Tomazi Ullmann Vogel Vogt Wendt Werner Wolff Zanon
        Zimmer Zimmermann Altmann Arend Arnold Bach Bauer Baumgarten Beck Berger Bernardi Berwanger Biasi
        Bohn Bohrer Borba Born Brand Brandt Braun Breier Brum Burin Busato Busnello Calegari Casagrande
        Cattani Cecchin Ceolin Ceretta Colombo Conte Corso Costella Dallagnol Debastiani Demarchi Denardin
        Dias Dietrich Dill Eckert Engel Faccio Fachin Favero Feltrin Fenner Finger Fiorentin Fischer Flores
        Fontana Forster Franz Freitag Friedrich Fritzen Fuchs Gabbi Gallina Gasparin Gehlen Geremia
        Giacomini Girardi Grando Griebeler Gross Guarnieri Haas Hahn Hartmann Heck Heinen Hermann Herrmann
        Hillesheim Holz Horn Huber Jung Junges Kasper Keller Kessler Kirsch Kist Klaus Knob Kohl Konrad
        Konzen Kraemer Kramer Kreutz Krug Kuhn Kunz Lang Lazzari Lenz Lorenzi Ludwig Lunkes Maldaner
        Mallmann Marchioro Marcon Meurer Meyer Mezzomo Moser Nardi Neumann Nicolini Noll Orlandi Paludo
        Pasinato Pedroso Pellizzari Pozzebon
        """.split()
    ),
    given_steepness=0.95,
    surname_steepness=1.0,
)
